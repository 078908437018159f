import { Argument, type Command } from 'commander'
import type { Row } from '../api.js'
import { LIST_OPTIONS, openSession, showList, type ListOptions, type Host } from '../session.js'
import { facts } from '../table.js'

interface Filter extends ListOptions {
  readonly user?: string
  readonly program?: string
  readonly status?: string
}

const COLUMNS = ['id', 'passed_at', 'user_id', 'program_id', 'phase', 'status', 'reviewed_by', 'successor_id', 'reason']

/** Accounts that have passed their phase. */
export function addPromotionCommands(program: Command, host: Host): void {
  const promotions = program.command('promotions').description('accounts that have passed, and go on to the next phase')
  const list = promotions
    .command('list')
    .description('promotions, newest first')
    .option('--user <id>', 'of this user')
    .option('--program <id>', 'of this program')
    .option('--status <status>', 'AWAITING_REVIEW, AWAITING_KYC, AWAITING_CONTRACT, DUE, PROMOTED, REJECTED or ENDED')
  for (const option of LIST_OPTIONS) list.addOption(option)
  list.action(async ({ user, program: programId, status, ...window }: Filter, command: Command) => {
    const session = openSession(command, host)
    const query = { ...window, user_id: user, program_id: programId, status }
    showList(session, host, await session.call<readonly Row[]>('GET', '/promotions', { query }), COLUMNS)
  })
  const change = async (command: Command, id: string, verb: string, body: object): Promise<void> => {
    const { call, show } = openSession(command, host)
    const answer = await call('POST', `/promotions/${encodeURIComponent(id)}/${verb}`, { body })
    show(answer.body, () => facts(answer.body))
  }
  promotions
    .command('approve')
    .argument('<promotion-id>', 'the account that has passed')
    .option('--reason <text>', 'kept with the promotion')
    .description('open the account of the next phase, once; takes the role approver')
    .action((id: string, { reason }: { reason?: string }, command: Command) =>
      change(command, id, 'approve', reason === undefined ? {} : { reason }),
    )
  promotions
    .command('reject')
    .argument('<promotion-id>', 'the account that has passed')
    .requiredOption('--reason <text>', 'told to the trader')
    .description('turn it down: the challenge has failed')
    .action((id: string, { reason }: { reason: string }, command: Command) => change(command, id, 'reject', { reason }))
}

const STATUSES = ['NONE', 'PENDING', 'APPROVED', 'REJECTED'] as const

interface Check {
  readonly name: string
  readonly path: string
  readonly description: string
  readonly note: string
  readonly set: string
}

const CHECKS: readonly Check[] = [
  {
    ...{ name: 'kyc', path: '/kyc', description: 'what the identity checks of users have found' },
    note: 'such as the number of the check where it was made',
    set: 'record it: phases that ask for a check are opened once it is APPROVED',
  },
  {
    ...{ name: 'contract', path: '/contracts', description: 'whether the contracts of users are signed' },
    note: 'such as the number of the contract',
    set: 'record it: phases that ask for a contract are opened once it is APPROVED',
  },
]

/** Identity checks and contracts, which phases may ask for. */
export const addCheckCommands = (program: Command, host: Host): void => {
  for (const check of CHECKS) addCheck(program, host, check)
}

function addCheck(program: Command, host: Host, { name, path, description, ...words }: Check): void {
  const check = program.command(name).description(description)
  check
    .command('set')
    .argument('<user-id>')
    .addArgument(new Argument('<status>').choices(STATUSES))
    .option('--note <text>', words.note)
    .description(words.set)
    .action(async (user: string, status: string, { note }: { note?: string }, command: Command) => {
      const { call, show } = openSession(command, host)
      const body = { user_id: user, status, ...(note === undefined ? {} : { note }) }
      const answer = await call('POST', path, { body })
      show(answer.body, () => facts(answer.body))
    })
  const list = check
    .command('list')
    .description('the last change first')
    .option('--user <id>', 'of this user')
    .option('--status <status>', STATUSES.join(', '))
  for (const option of LIST_OPTIONS) list.addOption(option)
  list.action(async ({ user, status, ...window }: Omit<Filter, 'program'>, command: Command) => {
    const session = openSession(command, host)
    const query = { ...window, user_id: user, status }
    const columns = ['user_id', 'status', 'note', 'changed_by', 'changed_at']
    showList(session, host, await session.call<readonly Row[]>('GET', path, { query }), columns)
  })
}
