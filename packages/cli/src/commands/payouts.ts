import { writeFile } from 'node:fs/promises'
import type { Account, Payout, ProfitAdjustment } from '@ats/sdk'
import { Option, type Command } from 'commander'
import type { Act } from '../act.js'
import { Failure } from '../failure.js'
import { moment } from '../orders/order-words.js'
import { completeId, isWholeId, shortId } from '../short-id.js'
import type { Cell, Column } from '../terminal/table.js'

const STATUS_STYLES: Readonly<Record<Payout['status'], 'green' | 'yellow' | 'red'>> = {
  REQUESTED: 'yellow',
  PROPOSED: 'yellow',
  PAID: 'green',
  REJECTED: 'red',
  CANCELLED: 'red',
}

const statusCell = ({ status }: Payout): Cell => ({ text: status, style: STATUS_STYLES[status] })

const whyOf = ({ code, reason }: Payout): string => [code, reason].filter((text) => (text ?? '') !== '').join(': ')

const COLUMNS: readonly Column<Payout>[] = [
  { heading: 'id', cell: ({ id }) => id, short: ({ id }) => shortId(id) },
  { heading: 'asked', cell: ({ requested_at }) => moment(requested_at), rank: 1 },
  { heading: 'amount', cell: ({ amount }) => amount, align: 'right' },
  { heading: 'to you', cell: ({ trader_amount }) => trader_amount ?? '', align: 'right' },
  { heading: 'status', cell: statusCell },
  { heading: 'why', cell: whyOf, rank: 2 },
]

const ADJUSTMENT_COLUMNS: readonly Column<ProfitAdjustment>[] = [
  { heading: 'at', cell: ({ created_at }) => moment(created_at) },
  { heading: 'taken off', cell: ({ amount }) => amount, align: 'right' },
  { heading: 'rule', cell: ({ rule }) => rule },
  { heading: 'reason', cell: ({ reason }) => reason },
]

const factsOf = (payout: Payout): readonly (readonly [string, Cell])[] => [
  ['id', payout.id],
  ['amount', payout.amount],
  ['status', statusCell(payout)],
  ...(payout.trader_amount === null ? [] : [['to you', payout.trader_amount] as const]),
  ...(whyOf(payout) === '' ? [] : [['why', whyOf(payout)] as const]),
]

export function addPayoutCommands(program: Command, act: Act): void {
  const payouts = program.command('payouts').description('profit that is paid out')
  addPayoutReads(payouts, act)
  addPayoutChanges(payouts, act)
}

async function wholeIdOf({ payouts }: Account, text: string): Promise<string> {
  if (isWholeId(text)) return text
  const rows = await payouts.list().take(500)
  return completeId(
    'payout',
    text,
    rows.map(({ id }) => id),
  )
}

type Scaling = Awaited<ReturnType<Account['payouts']['available']>>['scaling']

/** The next step by which the account grows: what it becomes, and what is needed. */
function scalingFacts(scaling: Scaling): readonly (readonly [string, Cell])[] {
  if (scaling === undefined) return []
  const { step, initial_balance: size, split_pct: pct, conditions } = scaling
  const becomes = `initial balance ${size}${pct === null ? '' : `, ${pct} % to you`}`
  return [
    [`scaling, step ${step}`, becomes],
    ...conditions.map(({ condition, met, value, needed, message }) => {
      const text = `${met ? 'met' : 'not yet'}: ${value} of ${needed}; ${message}`
      return [`scaling: ${condition}`, { text, style: met ? 'green' : 'yellow' }] as const
    }),
  ]
}

function addPayoutReads(payouts: Command, act: Act): void {
  act(payouts.command('available').description('what may be asked for now, and why'), async (session) => {
    const available = await (await session.account()).payouts.available()
    const limits = (available.limits ?? []).map(({ limit, amount }) => [`limit: ${limit}`, amount] as const)
    const conditions = (available.conditions ?? []).map(({ condition, met, message }) => {
      const cell: Cell = { text: `${met ? 'met' : 'not yet'}: ${message}`, style: met ? 'green' : 'yellow' }
      return [condition, cell] as const
    })
    session.showFacts(available, [
      ['available', available.available],
      ...limits,
      ...conditions,
      ...scalingFacts(available.scaling),
    ])
  })
  act(payouts.command('list').description('all of them, newest first'), async (session) => {
    session.showTable(await (await session.account()).payouts.list().take(500), COLUMNS)
  })
  act(payouts.command('adjustments').description('what was taken off the profit that is paid'), async (session) => {
    session.showTable(await (await session.account()).payouts.adjustments().take(500), ADJUSTMENT_COLUMNS)
  })
  const statement = payouts
    .command('statement')
    .description('the statement of a payout: a CSV to the terminal, or a file')
    .argument('<payout>', 'its id')
    .addOption(new Option('--format <format>', 'what it is').choices(['csv', 'pdf']).default('csv'))
    .option('--out <file>', 'write it there; a PDF needs one')
  act<{ format: 'csv' | 'pdf'; out?: string }>(statement, async (session, { format, out }, [id = '']) => {
    if (format === 'pdf' && out === undefined) throw new Failure('usage', 'a PDF goes into a file: --out FILE')
    const account = await session.account()
    const bytes = await account.payouts.statement(await wholeIdOf(account, id), format)
    if (out === undefined) return session.terminal.out(new TextDecoder().decode(bytes).trimEnd())
    await writeFile(out, bytes)
    session.showFacts({ file: out, bytes: bytes.length }, [['file', out]])
  })
}

function addPayoutChanges(payouts: Command, act: Act): void {
  const request = payouts
    .command('request')
    .description('ask for an amount, in dollars and whole cents')
    .argument('<amount>', 'such as 1250.50')
    .option('--client-id <id>', 'your name for this: with the same one it happens once')
  act<{ clientId?: string }>(request, async (session, { clientId }, [amount = '']) => {
    const account = await session.account()
    await session.requireYes(`Ask for ${amount} USD to be paid out?`)
    const payout = await account.payouts.request({ amount, ...(clientId !== undefined && { client_id: clientId }) })
    session.showFacts(payout, factsOf(payout))
  })
  const cancel = payouts
    .command('cancel')
    .description('take a request back that no operator has proposed yet')
    .argument('<payout>', 'its id')
  act(cancel, async (session, _options, [id = '']) => {
    const account = await session.account()
    const payout = await account.payouts.cancel(await wholeIdOf(account, id))
    session.showFacts(payout, factsOf(payout))
  })
}
