import type { Command } from 'commander'
import type { CallApi, Row } from '../api.js'
import { Failure } from '../failure.js'
import { LIST_OPTIONS, openSession, showList, type ListOptions, type Host } from '../session.js'
import { facts, table } from '../table.js'

type BreachFilter = 'account' | 'user' | 'plan' | 'rule' | 'severity'

export function addReportCommands(program: Command, host: Host): void {
  const breaches = program
    .command('breaches')
    .description('limits of plans that were crossed, newest first')
    .option('--account <id>', 'of this account')
    .option('--user <id>', 'of the accounts of this user')
    .option('--plan <id>', 'of the accounts of this plan')
    .option('--rule <rule>', 'max_drawdown, daily_loss_limit, max_loss_per_idea or strikes')
    .option('--severity <severity>', 'WARN, SOFT or HARD')
  for (const option of LIST_OPTIONS) breaches.addOption(option)
  breaches.action(
    async (
      { account, user, plan, ...rest }: ListOptions & Readonly<Partial<Record<BreachFilter, string>>>,
      command: Command,
    ) => {
      const session = openSession(command, host)
      const query = { ...rest, account_id: account, user_id: user, plan_id: plan, decimals: 'string' }
      const answer = await session.call<readonly Row[]>('GET', '/breaches', { query })
      showList(session, host, answer, ['occurred_at', 'account_id', 'rule', 'severity', 'limit', 'value', 'action'])
    },
  )

  const audit = program
    .command('audit')
    .description('who changed what, newest first')
    .option('--operator <name>', 'by this operator')
    .option('--action <action>', 'such as halt_account')
    .option('--subject <id>', 'an account, a grant or an event; plans or news: a file')
  for (const option of LIST_OPTIONS) audit.addOption(option)
  audit.action(
    async (options: ListOptions & { operator?: string; action?: string; subject?: string }, command: Command) => {
      const session = openSession(command, host)
      const answer = await session.call<readonly Row[]>('GET', '/audit', { query: { ...options } })
      showList(session, host, answer, ['at', 'operator', 'note', 'action', 'subject', ['request', requestOf]])
    },
  )

  program
    .command('surveillance')
    .description('accounts that trade together, add to losers or profit from jumps of the price: reports alone')
    .option('--from <time>', 'first moment of closing (default: 7 days before --to)')
    .option('--to <time>', 'last moment of closing')
    .option('--kind <kind>', 'COPY, HEDGE, OWN_HEDGE, ADDING_TO_LOSERS, PROFIT_AT_JUMPS or KEY_ON_MANY_NETWORKS')
    .option('--limit <n>', 'cases, at most 100 (default 20)')
    .option('--offset <n>', 'cases to pass over')
    .action(async (options: Readonly<Record<string, string>>, command: Command) => {
      const { call, show } = openSession(command, host)
      const { body } = await call<Surveillance>('GET', '/surveillance', { query: { ...options } })
      const { cases, ...figures } = body
      show(body, () =>
        [facts(figures), '', table(cases, ['kind', ['accounts', accountsOf], 'matched', 'same_side', 'share'])].join(
          '\n',
        ),
      )
    })

  program
    .command('ledger')
    .description('the books')
    .command('check')
    .description(
      'recompute balances, postings and the numbering of events from their rows; exits with 1 on a difference',
    )
    .option('--account <id>', 'only this account')
    .action(async ({ account }: { account?: string }, command: Command) => {
      const { call, show } = openSession(command, host)
      const { differences, ...counts } = await checkAll(call, account)
      show({ ...counts, differences }, () =>
        [
          facts({ ...counts, differences: differences.length }),
          ...(differences.length === 0
            ? []
            : ['', table(differences, ['account_id', 'check', 'subject', 'expected', 'found'])]),
        ].join('\n'),
      )
      if (differences.length > 0) throw new Failure('refused', 'the books do not agree')
    })
}

/** A file is shown by its size. */
function requestOf({ request }: Row): string {
  const text = JSON.stringify(request)
  return text.length > 120 ? `${text.length} characters; see --json` : text
}

interface Surveillance extends Row {
  readonly cases: readonly Row[]
}

const keyOf = ({ key_id, user_id, networks }: Row): string =>
  `key ${String(key_id)} (${String(user_id)}): ${(networks as readonly string[]).join(', ')}`

const accountsOf = ({ accounts, key }: Row): unknown =>
  key !== null
    ? keyOf(key as Row)
    : (accounts as readonly Row[]).map(
        ({ account_id, user_id, trades }) => `${String(account_id)} (${String(user_id)}, ${String(trades)} trades)`,
      )

interface Checked {
  readonly accounts: number
  readonly transfers: number
  readonly fills: number
  readonly events: number
  readonly differences: readonly Row[]
}

/** Page after page. */
async function checkAll(call: CallApi, account: string | undefined): Promise<Checked> {
  let all: Checked = { accounts: 0, transfers: 0, fills: 0, events: 0, differences: [] }
  let after: string | undefined
  do {
    const query = { account_id: account, after }
    const { body } = await call<Checked & { readonly next: string | null }>('GET', '/ledger-check', { query })
    all = {
      accounts: all.accounts + body.accounts,
      transfers: all.transfers + body.transfers,
      fills: all.fills + body.fills,
      events: all.events + body.events,
      differences: [...all.differences, ...body.differences],
    }
    after = body.next ?? undefined
  } while (after !== undefined)
  return all
}
