import type { Command } from 'commander'
import type { ApiAnswer, CallApi, Row } from '../api.js'
import { LIST_OPTIONS, openSession, showList, type ListOptions, type Host } from '../session.js'
import { facts, type Column } from '../table.js'
import { addAccountReads } from './account-reads.js'

interface FindOptions extends ListOptions {
  readonly user?: string
  readonly plan?: string
  readonly state?: string
  readonly nearest?: true
  readonly offset?: string
}

export function addAccountCommands(program: Command, host: Host): void {
  const account = program.command('account').description('accounts of all users')
  const find = account
    .command('find')
    .description('accounts, newest first')
    .option('--user <id>', 'of this user')
    .option('--plan <id>', 'on this plan')
    .option('--state <state>', 'ACTIVE, REDUCE_ONLY, HALTED, PASSED, TERMINATED or CLOSED')
    .option('--nearest', 'those that have not ended, nearest to their floor first')
    .option('--offset <n>', 'with --nearest: passes over so many')
  for (const option of LIST_OPTIONS) find.addOption(option)
  find.action(async ({ user, plan, state, nearest, ...window }: FindOptions, command: Command) => {
    const session = openSession(command, host)
    const sort = nearest === true ? 'headroom' : undefined
    const query = { ...window, user_id: user, plan_id: plan, state, sort, decimals: 'string' }
    const answer = await session.call<readonly Row[]>('GET', '/accounts', { query })
    showList(session, host, answer, [
      'id',
      'user_id',
      ['plan', ({ plan_id, plan_version }) => `${String(plan_id)} v${String(plan_version)}`],
      'challenge_id',
      'state',
      ['holds', ({ holds }) => (holds as readonly Row[]).map(({ kind }) => kind)],
      'balance',
      ...(nearest === true ? RANKED_COLUMNS : ['created_at']),
    ])
  })
  addAccountReads(account, host)

  const about = (name: string, summary: string): Command =>
    account.command(name).argument('<account-id>').description(summary)
  /** Runs a request about an account, and shows the account that it answers with. */
  const run = async (command: Command, ask: (call: CallApi) => Promise<ApiAnswer<Row>>): Promise<void> => {
    const { call, show } = openSession(command, host)
    const { body } = await ask(call)
    show(body, () => facts(flatten(body)))
  }
  const change = (id: string, verb: string, body: object) => (call: CallApi) =>
    call('POST', `/accounts/${encodeURIComponent(id)}/${verb}`, { query: DECIMALS, body })

  about('show', 'an account with its owner and its figures').action((id: string, _options: object, command: Command) =>
    run(command, (call) => call('GET', `/accounts/${encodeURIComponent(id)}`, { query: DECIMALS })),
  )
  about('halt', 'let it only reduce until it is released; its opening orders are cancelled')
    .requiredOption('--reason <text>', 'shown to the trader')
    .action((id: string, { reason }: { reason: string }, command: Command) =>
      run(command, change(id, 'halt', { reason })),
    )
  about('release', "lift the operator's halt; where there is none, the lock of the day").action(
    (id: string, _options: object, command: Command) => run(command, change(id, 'release', {})),
  )
  about('close', 'end it for good: orders cancelled, positions closed at what the market gives')
    .requiredOption('--reason <text>', 'shown to the trader')
    .action((id: string, { reason }: { reason: string }, command: Command) =>
      run(command, change(id, 'close', { reason })),
    )
  about('reverse-breach', 'take back the breach that ended it: it goes on as it was before')
    .requiredOption('--reason <text>', 'told to the trader')
    .option('--compensation <amount>', 'US dollars that lift its balance: no profit, and no floor moves')
    .action((id: string, options: { reason: string; compensation?: string }, command: Command) =>
      run(command, change(id, 'reverse-breach', options)),
    )
  for (const [name, direction, summary] of MOVEMENTS) {
    about(name, summary)
      .argument('<amount>', 'US dollars, such as 2500.50')
      .requiredOption('--reason <text>', 'kept in the audit')
      .requiredOption('--reference <text>', 'of your own making: with the same one it happens once')
      .action((id: string, amount: string, options: { reason: string; reference: string }, command: Command) =>
        run(
          command,
          change(id, 'capital', { direction, amount, reason: options.reason, reference: options.reference }),
        ),
      )
  }
  addAdjust(about('adjust', 'take something off the profit that is paid out, or give it back'), host)
  about('sweep', 'book that a token which it holds has become USDC')
    .argument('<token>', 'its name or its address, as `account show` has it')
    .requiredOption('--amount <n>', 'what was swapped of it')
    .requiredOption('--received <usdc>', 'the USDC that came for it')
    .requiredOption('--tx <hash>', 'the transaction that brought them: it is booked once')
    .requiredOption('--reason <text>', 'kept in the audit')
    .action((id: string, token: string, { tx, ...options }: SweepOptions, command: Command) =>
      run(command, change(id, 'sweep', { token, tx_hash: tx, ...options })),
    )
  about('propose-write-off', 'propose to write off a token which it holds and that nothing will come for')
    .argument('<token>', 'its name or its address, as `account show` has it')
    .requiredOption('--reason <text>', 'shown to the trader')
    .action((id: string, token: string, { reason }: { reason: string }, command: Command) =>
      run(command, change(id, 'write-off/propose', { token, reason })),
    )
  about('approve-write-off', 'write off what another operator has proposed, once; takes the role approver')
    .argument('<proposal>', 'its id, as `account show` has it: refused after another proposal')
    .action((id: string, proposal: string, _options: unknown, command: Command) =>
      run(command, change(id, 'write-off/approve', { proposal_id: proposal })),
    )
}

interface AdjustOptions {
  readonly reason: string
  readonly reference: string
  readonly position?: string
  readonly return?: true
}

function addAdjust(command: Command, host: Host): void {
  command
    .argument('<amount>', 'US dollars, such as 150.50')
    .requiredOption('--reason <text>', 'shown to the trader')
    .requiredOption('--reference <text>', 'of your own making: with the same one it happens once')
    .option('--position <id>', 'which it is about')
    .option('--return', 'give back what was taken off before')
    .action(async (id: string, amount: string, options: AdjustOptions, command: Command) => {
      const { call, show } = openSession(command, host)
      const { position, return: isReturn, ...said } = options
      const body = {
        ...{ amount, ...said, direction: isReturn === true ? 'RETURN' : 'TAKE' },
        ...(position === undefined ? {} : { position_id: position }),
      }
      const path = `/accounts/${encodeURIComponent(id)}/profit-adjustments`
      const answer = await call('POST', path, { query: DECIMALS, body })
      show(answer.body, () => facts(answer.body))
    })
}

interface SweepOptions {
  readonly amount: string
  readonly received: string
  readonly tx: string
  readonly reason: string
}

const RANKED_COLUMNS: readonly Column[] = [
  'equity',
  ['floor', ({ floor }) => (floor as Row)['equity']],
  ['headroom', ({ floor }) => (floor as Row)['headroom']],
  ['left_pct', ({ floor }) => (floor as Row)['headroom_pct']],
]

const DECIMALS = { decimals: 'string' }

const MOVEMENTS = [
  ['credit', 'IN', 'add capital: neither profit nor loss'],
  ['debit', 'OUT', 'take away what is free: a correction, no payout'],
] as const

const holdingInWords = ({ amount, name, value }: Row): string =>
  `${String(amount)} ${String(name)}, worth ${String(value)} USD when it came`

/** The essentials of an account; all of it is in `--json`. */
function flatten({ summary, holdings, ...account }: Row): Row {
  const { equity, free_margin } = summary as Row
  const { id, user_id, plan_id, plan_version, state, state_reason, locked_until, balance } = account
  return {
    ...{ id, user_id, plan: `${String(plan_id)} v${String(plan_version)}`, state, state_reason, locked_until },
    ...{ balance, equity, free_margin },
    ...(holdings === undefined ? {} : { holdings: (holdings as readonly Row[]).map(holdingInWords) }),
    ...{ working_orders: account['working_orders'], open_positions: account['open_positions'] },
  }
}
