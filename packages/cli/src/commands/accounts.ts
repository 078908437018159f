import type { Plan, Summary } from '@ats/sdk'
import type { Command } from 'commander'
import type { Act } from '../act.js'
import type { AccountRecord } from '../bodies.js'
import { findAccount } from '../find-account.js'
import { choiceOption, VENUES, type Venue } from '../orders/order-options.js'
import { amount, moment, pnlCell } from '../orders/order-words.js'
import { shortId } from '../short-id.js'
import { grouped, money } from '../terminal/decimal-text.js'
import type { Cell, Column } from '../terminal/table.js'

const STATE_STYLES = { ACTIVE: 'green', PASSED: 'green', REDUCE_ONLY: 'yellow', HALTED: 'yellow' } as const

export function stateCell(state: string): Cell {
  const style = Object.entries(STATE_STYLES).find(([name]) => name === state)?.[1]
  return { text: state, style: style ?? 'red' }
}

const COLUMNS: readonly Column<AccountRecord>[] = [
  { heading: 'id', cell: ({ id }) => id, short: ({ id }) => shortId(id) },
  { heading: 'name', cell: ({ name }) => name, rank: 2 },
  { heading: 'plan', cell: ({ plan_id, plan_version }) => `${plan_id} v${plan_version}` },
  { heading: 'state', cell: ({ state }) => stateCell(state) },
  { heading: 'balance', cell: ({ balance }) => money(balance), align: 'right' },
  { heading: 'currency', cell: ({ currency }) => currency, rank: 3 },
  { heading: 'created', cell: ({ created_at }) => moment(created_at), rank: 1 },
]

/** A share, or money. */
const lossOf = ({ pct, amount }: Pick<Plan['risk_config']['max_drawdown'], 'pct' | 'amount'>): string =>
  pct === null ? money(amount ?? '0') : `${grouped(pct)} %`

const PLAN_COLUMNS: readonly Column<Plan>[] = [
  { heading: 'plan', cell: ({ id }) => id },
  { heading: 'name', cell: ({ name }) => name, rank: 1 },
  { heading: 'capital', cell: ({ initial_balance }) => money(initial_balance), align: 'right' },
  {
    heading: 'drawdown',
    cell: ({ risk_config: { max_drawdown } }) => `${lossOf(max_drawdown)} ${max_drawdown.mode}`,
  },
  {
    heading: 'daily loss',
    cell: ({ risk_config: { daily_loss } }) =>
      daily_loss === null ? 'none' : `${lossOf(daily_loss)} ${daily_loss.action}`,
  },
  { heading: 'leverage', cell: ({ risk_config: { exposure } }) => grouped(exposure.max_leverage), align: 'right' },
  { heading: 'venues', cell: ({ allowed_venues }) => allowed_venues.join(','), rank: 2 },
]

interface CreateOptions {
  readonly name?: string
  readonly challenge?: string
  readonly venue?: Venue
  readonly clientId?: string
}

export function addAccountCommands(program: Command, act: Act): void {
  const accounts = program.command('accounts').description('your accounts, and opening one')
  act(accounts.command('list').description('all of them, ended ones too, newest first'), async (session) => {
    session.showTable(await session.trading.accounts(), COLUMNS)
  })
  const show = accounts
    .command('show')
    .description('an account with its figures')
    .argument('[account]', 'its id, the end of it, or its name (default: that of --account)')
  act(show, async (session, _options, [named]) => {
    const { trading } = session
    const asked = named === undefined ? await session.account() : trading.account(await findAccount(trading, named))
    const [account, summary] = await Promise.all([asked.get(), asked.summary()])
    session.showFacts({ ...account, summary }, accountFacts(account, summary))
  })
  const create = accounts
    .command('create')
    .description('open an account on a plan')
    .argument('[plan]', 'its id; see ats accounts plans', 'standard-100k')
    .option('--name <name>', 'what you call it')
    .option('--challenge <id>', 'distinguishes several purchases of one plan')
    .option('--client-id <id>', 'your name for this: with the same one it happens once')
    .addOption(choiceOption('--venue <venue>', 'where orders go that name none', VENUES))
  act<CreateOptions>(create, async (session, { name, challenge, venue, clientId }, [plan = 'standard-100k']) => {
    const account = await session.trading.createAccount({
      plan_id: plan,
      ...(clientId !== undefined && { client_id: clientId }),
      ...(name !== undefined && { name }),
      ...(challenge !== undefined && { challenge_id: challenge }),
      ...(venue !== undefined && { default_venue: venue }),
    })
    session.showFacts(account, accountFacts(account, undefined))
  })
  const rename = accounts
    .command('rename')
    .description('give an account another name')
    .argument('<account>', 'its id, the end of it, or its name')
    .argument('<name>', 'the new one')
  act(rename, async ({ trading, showFacts }, _options, [named = '', name = '']) => {
    const account = await trading.account(await findAccount(trading, named)).rename(name)
    showFacts(account, accountFacts(account, undefined))
  })
  act(accounts.command('plans').description('the plans an account can be opened on'), async (session) => {
    session.showTable(await session.trading.plans(), PLAN_COLUMNS)
  })
}

const accountFacts = (account: AccountRecord, summary: Summary | undefined): readonly (readonly [string, Cell])[] => [
  ['id', account.id],
  ['name', account.name],
  ['plan', `${account.plan_id} v${account.plan_version}`],
  ['state', stateCell(account.state)],
  ...(account.state_reason === null ? [] : [['reason', account.state_reason] as const]),
  ...(account.locked_until === null ? [] : [['locked until', account.locked_until] as const]),
  ...account.holds.map(
    ({ kind, since, until }) => ['hold', `${kind} since ${since}${until === null ? '' : ` until ${until}`}`] as const,
  ),
  ['balance', `${money(account.balance)} ${account.currency}`],
  ...(summary === undefined ? [] : figures(summary)),
  ['venues', account.allowed_venues.join(', ')],
  ['default venue', amountOrDash(account.default_venue)],
  ['created', account.created_at],
]

const figures = (summary: Summary): readonly (readonly [string, Cell])[] => [
  ['equity', money(summary.equity)],
  ['unrealised PnL', pnlCell(summary.unrealized_pnl)],
  ["today's PnL", pnlCell(summary.realized_pnl)],
  ['used margin', amount(summary.used_margin)],
  ['free margin', money(summary.free_margin)],
  ['day ends', summary.day_ends_at],
]

const amountOrDash = (text: string | null): string => text ?? '-'
