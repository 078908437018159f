import type { Command } from 'commander'
import type { Row } from '../api.js'
import { Failure } from '../failure.js'
import { parseJson, readFile } from '../read-file.js'
import { openSession, type Host } from '../session.js'
import { facts, table, type Column } from '../table.js'

export function addShadowCommand(program: Command, host: Host): void {
  program
    .command('shadow')
    .description('decide all commands of accounts under another plan, which is not stored, beside their own')
    .argument('<file>', 'JSON: {"plans": [...]}, as plans import takes it')
    .argument('<accounts...>', 'their ids, at most 50')
    .option('--from <time>', 'they are of the plan from then on, as they stand; else from their opening on')
    .option('--to <time>', 'nothing after it is looked at')
    .option('--plan <id>', 'the plan of that file; not needed where there is one')
    .action(async (file: string, accounts: readonly string[], options: Options, command: Command) => {
      const { call, show } = openSession(command, host)
      const { plan: id, ...span } = options
      const plan = planOf(file, id)
      const { body } = await call<Answer>('POST', '/shadows', { body: { accounts, plan, ...span } })
      show(body, () => `${table(body.accounts, COLUMNS)}\n\n${facts(factsOf(body.table))}`)
    })
}

interface Options {
  readonly plan?: string
  readonly from?: string
  readonly to?: string
}

interface Answer {
  readonly accounts: readonly Row[]
  readonly table: Row
}

const part = (row: Row, name: string): Row => (row[name] ?? {}) as Row
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
const stateOf = (life: Row): string => `${textOf(life['state'])} ${textOf(life['state_reason'])}`.trim()

const COLUMNS: readonly Column[] = [
  ...['account_id', 'status', 'commands', 'supposed'],
  ['own', (row) => stateOf(part(row, 'own'))],
  ['shadow', (row) => stateOf(part(row, 'shadow'))],
  ['differs at', (row) => part(part(row, 'difference'), 'command')['at'] ?? ''],
  ['in', (row) => part(row, 'difference')['field'] ?? ''],
  'reason',
]

/** `0.4712` as 47.1 %. */
const percent = (share: unknown): string => (typeof share === 'number' ? `${(share * 100).toFixed(1)} %` : '-')
const shareOf = (share: Row): string =>
  `${percent(share['probability'])} (${percent(share['low'])} to ${percent(share['high'])})`
const meanOf = (mean: Row, word: (value: unknown) => string): string =>
  'value' in mean ? `${word(mean['value'])} (${word(mean['low'])} to ${word(mean['high'])})` : '-'
const rowsOf = (row: Row, name: string): readonly Row[] => (row[name] ?? []) as readonly Row[]

/** The table of the firm, own plans first: shares and means with what 95 % of their like lie within. */
function factsOf(summary: Row): Row {
  const both = (word: (column: Row) => string): string =>
    `${word(part(summary, 'own'))}; ${word(part(summary, 'shadow'))}`
  const listed = (name: string, word: (row: Row) => string) => (column: Row) =>
    rowsOf(column, name)
      .map((row) => `${word(row)} ${String(row['accounts'])}, ${shareOf(part(row, 'share'))}`)
      .join(', ') || 'none'
  return {
    compared: `${String(summary['compared'])}, of which ${String(summary['different'])} differ`,
    'passed at least': both((column) => shareOf(part(column, 'passed_at_least'))),
    'passed at most': both((column) => shareOf(part(column, 'passed_at_most'))),
    'passed, change': meanOf(part(summary, 'passed_change'), percent),
    'ended by': both(listed('ended', (row) => textOf(row['reason']))),
    breaches: both(listed('breaches', (row) => `${textOf(row['rule'])} ${textOf(row['action'])}`)),
    paid: both((column) => shareOf(part(column, 'paid'))),
    'paid in all': both((column) => String(column['paid_out'])),
    'paid, mean': both((column) => meanOf(part(column, 'mean_paid'), String)),
    'paid, change': meanOf(part(summary, 'paid_change'), String),
  }
}

function planOf(file: string, id: string | undefined): Row {
  const { plans = [] } = parseJson(file, readFile(file)) as { readonly plans?: readonly Row[] }
  const found = plans.filter((plan) => id === undefined || plan['id'] === id)
  const [plan] = found
  if (plan === undefined || found.length > 1)
    throw new Failure('usage', `${file} has ${found.length} plans to choose from: name one by --plan`)
  return plan
}
