import type { Command } from 'commander'
import type { Row } from '../api.js'
import { Failure } from '../failure.js'
import { parseJson, readFile } from '../read-file.js'
import { openSession, type Host } from '../session.js'
import { table, type Column } from '../table.js'

export function addProgramCommands(program: Command, host: Host): void {
  const programs = program.command('programs').description('programs that are sold: phases in their order, on plans')
  const send = async (file: string, isDryRun: boolean, command: Command): Promise<void> => {
    const { call, show } = openSession(command, host)
    const body = parseJson(file, readFile(file))
    const query = { dry_run: isDryRun ? 'true' : undefined }
    const answer = await call<{ readonly programs: readonly Row[] }>('PUT', '/programs', { query, body })
    const columns: readonly Column[] = ['id', 'version', 'outcome', ...(isDryRun ? ['changes'] : [])]
    show(answer.body, () => table(answer.body.programs, columns))
  }
  programs
    .command('check')
    .argument('<file>', FILE)
    .description('show what is wrong with a file of programs, or what it would change')
    .action((file: string, _options: object, command: Command) => send(file, true, command))
  programs
    .command('import')
    .argument('<file>', FILE)
    .description('take over a file of programs, whole or not at all; a changed program becomes its next version')
    .option('--dry-run', 'only show what would change, as check does')
    .action((file: string, { dryRun }: { dryRun?: true }, command: Command) => send(file, dryRun === true, command))
  programs
    .command('list')
    .description('every version of every program')
    .action(async (_options: object, command: Command) => {
      const { call, show } = openSession(command, host)
      const { body } = await call<readonly Row[]>('GET', '/programs', {})
      show(body, () => table(body, ['id', 'version', 'name', ['phases', phasesOf], 'created_at']))
    })
  programs
    .command('show')
    .argument('<id>', 'of the program')
    .description('the versions of one program, whole')
    .action(async (id: string, _options: object, command: Command) => {
      const { call, show } = openSession(command, host)
      const { body } = await call<readonly Row[]>('GET', '/programs', {})
      const versions = body.filter((version) => version['id'] === id)
      if (versions.length === 0) throw new Failure('refused', `there is no program ${id}`)
      show(versions, () => JSON.stringify(versions, null, 2))
    })
}

const phasesOf = (row: Row): readonly string[] =>
  (row['phases'] as readonly { readonly id: string; readonly plan_id: string; readonly plan_version: number }[]).map(
    (phase) => `${phase.id}:${phase.plan_id}@${phase.plan_version}`,
  )

const FILE = 'JSON: {"programs": [...]}, one or more of them; see docs/CHALLENGES.md'
