import type { Challenge, Program } from '@ats/sdk'
import type { Command } from 'commander'
import type { Act } from '../act.js'
import { choiceOption, VENUES, type Venue } from '../orders/order-options.js'
import { moment } from '../orders/order-words.js'
import { shortId } from '../short-id.js'
import type { Cell, Column } from '../terminal/table.js'

const STATUS_STYLES: Readonly<Record<Challenge['status'], 'green' | 'yellow' | 'red'>> = {
  IN_PROGRESS: 'green',
  AWAITING_REVIEW: 'yellow',
  AWAITING_KYC: 'yellow',
  AWAITING_CONTRACT: 'yellow',
  FUNDED: 'green',
  FAILED: 'red',
  CLOSED: 'red',
}

const statusCell = ({ status }: Challenge): Cell => ({ text: status, style: STATUS_STYLES[status] })

const COLUMNS: readonly Column<Challenge>[] = [
  { heading: 'id', cell: ({ id }) => id, short: ({ id }) => shortId(id) },
  { heading: 'name', cell: ({ name }) => name, rank: 2 },
  { heading: 'program', cell: ({ program_id, program_version }) => `${program_id} v${program_version}` },
  { heading: 'status', cell: statusCell },
  { heading: 'phase', cell: ({ phase }) => phase },
  { heading: 'account', cell: ({ account_id }) => account_id, short: ({ account_id }) => shortId(account_id) },
  { heading: 'begun', cell: ({ created_at }) => moment(created_at), rank: 1 },
]

const PROGRAM_COLUMNS: readonly Column<Program>[] = [
  { heading: 'program', cell: ({ id }) => id },
  { heading: 'name', cell: ({ name }) => name, rank: 1 },
  { heading: 'phases', cell: ({ phases }) => phases.map(({ id, plan_id }) => `${id}: ${plan_id}`).join(', ') },
  { heading: 'reset', cell: ({ reset }) => (reset.allowed ? 'allowed' : 'none'), rank: 2 },
]

interface BeginOptions {
  readonly name?: string
  readonly venue?: Venue
  readonly clientId?: string
}

export function addChallengeCommands(program: Command, act: Act): void {
  const challenges = program.command('challenges').description('your attempts at the programs that are sold')
  act(challenges.command('programs').description('the programs that can be begun'), async ({ trading, showTable }) => {
    showTable(await trading.challenges.programs(), PROGRAM_COLUMNS)
  })
  act(challenges.command('list').description('all of them, newest first'), async ({ trading, showTable }) => {
    showTable(await trading.challenges.list().take(500), COLUMNS)
  })
  const show = challenges
    .command('show')
    .description('a challenge with all of its accounts')
    .argument('<challenge>', 'its id')
  act(show, async ({ trading, showFacts }, _options, [id = '']) => {
    const challenge = await trading.challenges.get(id)
    showFacts(challenge, factsOf(challenge))
  })
  const begin = challenges
    .command('begin')
    .description('begin a challenge: the account of the first phase is opened')
    .argument('<program>', 'its id; see ats challenges programs')
    .option('--name <name>', 'what you call it')
    .option('--client-id <id>', 'your name for this: with the same one it happens once')
    .addOption(choiceOption('--venue <venue>', 'where orders go that name none', VENUES))
  act<BeginOptions>(begin, async ({ trading, showFacts }, { name, venue, clientId }, [programId = '']) => {
    const challenge = await trading.challenges.begin({
      program_id: programId,
      ...(clientId !== undefined && { client_id: clientId }),
      ...(name !== undefined && { name }),
      ...(venue !== undefined && { default_venue: venue }),
    })
    showFacts(challenge, factsOf(challenge))
  })
  const reset = challenges
    .command('reset')
    .description('begin the phase of a challenge that has ended again, with a grant for it')
    .argument('<challenge>', 'its id')
    .option('--client-id <id>', 'your name for this: with the same one it happens once')
  act<Pick<BeginOptions, 'clientId'>>(reset, async ({ trading, showFacts }, { clientId }, [id = '']) => {
    const challenge = await trading.challenges.reset(id, clientId === undefined ? {} : { client_id: clientId })
    showFacts(challenge, factsOf(challenge))
  })
}

const factsOf = (challenge: Challenge): readonly (readonly [string, Cell])[] => [
  ['id', challenge.id],
  ['name', challenge.name],
  ['program', `${challenge.program_id} v${challenge.program_version}`],
  ['status', statusCell(challenge)],
  ['phase', challenge.phase],
  ...challenge.accounts.map(({ account_id: id, phase, attempt, state }) => {
    const cell: Cell = `${id} ${state}`
    return [`${phase}, attempt ${attempt}`, cell] as const
  }),
  ['begun', challenge.created_at],
  ...(challenge.ended_at === null ? [] : [['ended', challenge.ended_at] as const]),
]
