import type { Command } from 'commander'
import type { Row } from '../api.js'
import { LIST_OPTIONS, openSession, showList, type ListOptions, type Host } from '../session.js'
import { facts } from '../table.js'

const GRANT_COLUMNS = [
  'id',
  'reference',
  'user_id',
  'kind',
  ['program', ({ program_id, program_version }: Row) => `${String(program_id)} v${String(program_version)}`],
  'challenge_id',
  'account_id',
  'created_at',
] as const

const CHALLENGE_COLUMNS = [
  'id',
  'created_at',
  'user_id',
  ['program', ({ program_id, program_version }: Row) => `${String(program_id)} v${String(program_version)}`],
  'status',
  'phase',
  'account_id',
] as const

interface ChallengeFilter extends ListOptions {
  readonly user?: string
  readonly program?: string
  readonly status?: string
}

export function addChallengeCommands(program: Command, host: Host): void {
  const challenges = program.command('challenges').description('attempts of users at programs, and selling them')
  const list = challenges
    .command('list')
    .description('challenges, newest first')
    .option('--user <id>', 'of this user')
    .option('--program <id>', 'of this program')
    .option(
      '--status <status>',
      'IN_PROGRESS, AWAITING_REVIEW, AWAITING_KYC, AWAITING_CONTRACT, FUNDED, FAILED or CLOSED',
    )
  for (const option of LIST_OPTIONS) list.addOption(option)
  list.action(async ({ user, program: programId, status, ...window }: ChallengeFilter, command: Command) => {
    const session = openSession(command, host)
    const query = { ...window, user_id: user, program_id: programId, status }
    showList(session, host, await session.call<readonly Row[]>('GET', '/challenges', { query }), CHALLENGE_COLUMNS)
  })
  const grant = async (command: Command, body: object): Promise<void> => {
    const { call, show } = openSession(command, host)
    const answer = await call('POST', '/challenge-grants', { body })
    show(answer.body, () => facts(answer.body))
  }
  challenges
    .command('grant')
    .argument('<user-id>')
    .argument('<program-id>')
    .requiredOption('--reference <text>', 'your own name for the sale: with the same one it is the same grant')
    .description('let a user begin one challenge of a program, as it is now')
    .action((user: string, programId: string, { reference }: { reference: string }, command: Command) =>
      grant(command, { reference, user_id: user, program_id: programId }),
    )
  challenges
    .command('grant-reset')
    .argument('<user-id>')
    .argument('<challenge-id>')
    .requiredOption('--reference <text>', 'your own name for the sale: with the same one it is the same grant')
    .description('let a user begin the phase of a challenge that has ended again')
    .action((user: string, challengeId: string, { reference }: { reference: string }, command: Command) =>
      grant(command, { reference, user_id: user, challenge_id: challengeId }),
    )
  addGrantList(challenges, host)
}

function addGrantList(challenges: Command, host: Host): void {
  const grants = challenges
    .command('grants')
    .description('grants, used and unused, newest first')
    .option('--used', 'only those with which an account was opened')
    .option('--no-used', 'only those that are left')
    .option('--user <id>', 'of this user')
    .option('--program <id>', 'of this program')
  for (const option of LIST_OPTIONS) grants.addOption(option)
  type Filter = ListOptions & { user?: string; program?: string; used?: boolean }
  grants.action(async ({ user, program, used, ...window }: Filter, command: Command) => {
    const session = openSession(command, host)
    const isUsed = used === undefined ? undefined : String(used)
    const query = { ...window, user_id: user, program_id: program, used: isUsed }
    showList(session, host, await session.call<readonly Row[]>('GET', '/challenge-grants', { query }), GRANT_COLUMNS)
  })
  challenges
    .command('revoke')
    .argument('<grant-id>')
    .description('take back an unused grant')
    .action(async (id: string, _options: object, command: Command) => {
      const { call, show } = openSession(command, host)
      const { body } = await call('DELETE', `/challenge-grants/${encodeURIComponent(id)}`)
      show(body, () => facts(body))
    })
}
