import type { Command } from 'commander'
import type { Row } from '../api.js'
import { parseJson, readFile } from '../read-file.js'
import { openSession, type Host } from '../session.js'
import { table, type Column } from '../table.js'

export function addPlanCommands(program: Command, host: Host): void {
  const plans = program.command('plans').description('plans that accounts are opened on')
  const send = async (file: string, isDryRun: boolean, command: Command): Promise<void> => {
    const { call, show } = openSession(command, host)
    const body = parseJson(file, readFile(file))
    const query = { dry_run: isDryRun ? 'true' : undefined }
    const answer = await call<{ readonly plans: readonly Row[] }>('PUT', '/plans', { query, body })
    const columns: readonly Column[] = ['id', 'version', 'outcome', ...(isDryRun ? ['changes', 'versions'] : [])]
    show(answer.body, () => table(answer.body.plans, columns))
  }
  plans
    .command('check')
    .argument('<file>', FILE)
    .description('show what is wrong with a file of plans, or what it would change, and who keeps which version')
    .action((file: string, _options: object, command: Command) => send(file, true, command))
  plans
    .command('import')
    .argument('<file>', FILE)
    .description('take over a file of plans, whole or not at all; a changed plan becomes its next version')
    .option('--dry-run', 'only show what would change, as check does')
    .action((file: string, { dryRun }: { dryRun?: true }, command: Command) => send(file, dryRun === true, command))
  plans
    .command('list')
    .description('every version of every plan')
    .action(async (_options: object, command: Command) => {
      const { call, show } = openSession(command, host)
      const { body } = await call<readonly Row[]>('GET', '/plans', { query: { decimals: 'string' } })
      const columns = ['id', 'version', 'name', 'initial_balance', 'allowed_venues', 'created_at']
      show(body, () => table(body, [...columns, 'accounts', 'unused_grants']))
    })
}

const FILE = 'JSON: {"plans": [...]}, one or more of them; see docs/OPERATOR.md'
