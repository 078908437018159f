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
    .option('--plan <id>', 'the plan of that file; not needed where there is one')
    .action(async (file: string, accounts: readonly string[], options: { plan?: string }, command: Command) => {
      const { call, show } = openSession(command, host)
      const plan = planOf(file, options.plan)
      const { body } = await call<Answer>('POST', '/shadows', { body: { accounts, plan } })
      show(body, () => `${table(body.accounts, COLUMNS)}\n\n${facts(body.table)}`)
    })
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

function planOf(file: string, id: string | undefined): Row {
  const { plans = [] } = parseJson(file, readFile(file)) as { readonly plans?: readonly Row[] }
  const found = plans.filter((plan) => id === undefined || plan['id'] === id)
  const [plan] = found
  if (plan === undefined || found.length > 1)
    throw new Failure('usage', `${file} has ${found.length} plans to choose from: name one by --plan`)
  return plan
}
