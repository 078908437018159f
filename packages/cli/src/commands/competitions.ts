import type { Competition, CompetitionBoard } from '@ats/sdk'
import type { Command } from 'commander'
import type { Act } from '../act.js'
import { moment } from '../orders/order-words.js'
import { shortId } from '../short-id.js'
import type { Cell, Column } from '../terminal/table.js'

type BoardRow = CompetitionBoard['board'][number]

const COLUMNS: readonly Column<Competition>[] = [
  { heading: 'id', cell: ({ id }) => id },
  { heading: 'name', cell: ({ name }) => name, rank: 2 },
  { heading: 'plan', cell: ({ plan_id, plan_version }) => `${plan_id} v${plan_version}` },
  { heading: 'from', cell: ({ from }) => moment(from) },
  { heading: 'to', cell: ({ to }) => moment(to) },
  { heading: 'entries', cell: ({ entries, entry_cap }) => `${entries} of ${entry_cap}`, rank: 1 },
  { heading: 'ranked by', cell: ({ rank_by }) => rank_by, rank: 3 },
]

const boardColumns = (own: string | undefined): readonly Column<BoardRow>[] => [
  { heading: 'rank', cell: ({ rank }) => (rank === null ? '–' : String(rank)), align: 'right' },
  {
    heading: 'name',
    cell: ({ name, entry_id: id }): Cell => {
      const shown = name ?? 'not named'
      return id === own ? { text: `${shown} (you)`, style: 'green' } : shown
    },
  },
  { heading: 'score', cell: ({ score }) => String(score), align: 'right' },
  { heading: 'return', cell: (row) => String(row.return), align: 'right' },
  { heading: 'drawdown', cell: ({ drawdown }) => String(drawdown), align: 'right', rank: 1 },
  { heading: 'trades', cell: ({ trades }) => String(trades), align: 'right', rank: 2 },
  { heading: 'note', cell: noteOf, rank: 3 },
]

function noteOf({ is_disqualified: isDisqualified, is_open_at_end: isOpen }: BoardRow): string {
  if (isDisqualified) return 'ended by a limit'
  return isOpen ? 'position open at the end' : ''
}

export function addCompetitionCommands(program: Command, act: Act): void {
  const competitions = program.command('competitions').description('competitions on a plan, and your entries')
  act(competitions.command('list').description('past ones too, the latest first'), async ({ trading, showTable }) => {
    showTable(await trading.competitions.list().take(500), COLUMNS)
  })
  const board = competitions
    .command('board')
    .description('who is where; ten seconds old at most, final after the end')
    .argument('<competition>', 'its id')
  act(board, async ({ trading, showTable }, _options, [id = '']) => {
    const shown = await trading.competitions.board(id)
    const entries = await trading.competitions.entries().take(500)
    const own = entries.find(({ competition_id: of }) => of === id)
    showTable(shown.board, boardColumns(own?.id))
  })
  const enter = competitions
    .command('enter')
    .description('enter with --account, which has not traded yet; again it changes the name alone')
    .argument('<competition>', 'its id')
    .option('--name <name>', 'on the board, for everybody; without it you are not named')
  act<{ readonly name?: string }>(enter, async (session, { name }, [id = '']) => {
    const { id: accountId } = await session.account()
    const entry = await session.trading.competitions.enter(id, {
      account_id: accountId,
      ...(name !== undefined && { display_name: name }),
    })
    session.showFacts(entry, [
      ['entry', shortId(entry.id)],
      ['competition', entry.competition_id],
      ['account', entry.account_id],
      ['name', entry.display_name ?? 'none'],
      ['entered', entry.entered_at],
    ])
  })
}
