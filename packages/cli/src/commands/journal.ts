import { createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { HISTORY_TABLES, type Account, type Analytics, type JournalEntry } from '@ats/sdk'
import { InvalidArgumentError, type Command } from 'commander'
import type { Act } from '../act.js'
import { Failure } from '../failure.js'
import { DEFAULT_ROWS, withListOptions, type ListOptions } from '../list-options.js'
import { choiceOption } from '../orders/order-options.js'
import { amount, moment, pnlCell } from '../orders/order-words.js'
import { asIs, readList } from '../read-words.js'
import { completeId, isWholeId, shortId } from '../short-id.js'
import { grouped } from '../terminal/decimal-text.js'
import type { Cell, Column } from '../terminal/table.js'

const GROUPINGS = ['symbol', 'side', 'hour', 'weekday', 'tag', 'venue', 'holding_time'] as const
type Grouping = (typeof GROUPINGS)[number]

export function addJournalCommands(program: Command, act: Act): void {
  const journal = program.command('journal').description('what was traded, why, and how it went')
  addList(journal, act)
  addNote(journal, act)
  addResults(journal, act)
  addYear(journal, act)
  addFile(journal, act)
}

const noteOf = ({ note }: JournalEntry): string => (note ?? '').replaceAll(/\s+/g, ' ')

const COLUMNS: readonly Column<JournalEntry>[] = [
  { heading: 'id', cell: ({ position }) => position.id, short: ({ position }) => shortId(position.id) },
  { heading: 'closed', cell: ({ position }) => moment(position.closed_at) },
  { heading: 'symbol', cell: ({ position }) => position.symbol },
  { heading: 'direction', cell: ({ position }) => position.direction, rank: 3 },
  { heading: 'quantity', cell: ({ position }) => grouped(position.quantity), align: 'right', rank: 4 },
  { heading: 'net', cell: ({ net_pnl }) => pnlCell(net_pnl), align: 'right' },
  { heading: 'best', cell: ({ mfe }) => amount(mfe), align: 'right', rank: 2 },
  { heading: 'worst', cell: ({ mae }) => (mae === null ? '-' : `-${grouped(mae)}`), align: 'right', rank: 2 },
  { heading: 'tags', cell: ({ tags }) => tags.join(', ') },
  { heading: 'note', cell: noteOf, rank: 1 },
]

function addList(journal: Command, act: Act): void {
  const list = withListOptions(journal.command('list').description('closed positions with their notes, newest first'))
    .option('--tag <tag>', 'only those with it')
    .option('--symbol <symbol>', 'only of this symbol')
  act<ListOptions & { readonly tag?: string; readonly symbol?: string }>(list, async (session, options) => {
    const { limit = DEFAULT_ROWS, ...wanted } = options
    const account = await session.account()
    session.showTable(await account.journal({ ...wanted, pageSize: Math.min(limit, 500) }).take(limit), COLUMNS)
  })
}

interface NoteOptions {
  readonly tags?: readonly string[]
  readonly note?: string
  readonly remove?: true
}

function addNote(journal: Command, act: Act): void {
  const note = journal
    .command('note')
    .description('write tags and a note to a position, open or closed, in the place of what was there')
    .argument('<position>', 'its id, or the end of it')
    .option('--tags <tag,…>', 'words to group positions by', readList(asIs))
    .option('--note <text>', 'why, and what you learnt')
    .option('--remove', 'without tags and note from now on')
  act<NoteOptions>(note, async (session, { tags, note: text, remove }, [named = '']) => {
    if ((tags ?? text) === undefined && remove === undefined)
      throw new Failure('usage', 'say what to write: --tags, --note, or --remove')
    if ((tags ?? text) !== undefined && remove) throw new Failure('usage', '--remove goes without --tags and --note')
    const account = await session.account()
    const body = { ...(tags !== undefined && { tags: [...tags] }), ...(text !== undefined && { note: text }) }
    const written = await account.note(await positionIdOf(account, named), body)
    session.showFacts(written, [
      ['position', written.position_id],
      ['tags', written.tags.join(', ')],
      ['note', written.note ?? ''],
    ])
  })
}

async function positionIdOf(account: Account, text: string): Promise<string> {
  if (isWholeId(text)) return text
  const [open, closed] = await Promise.all([account.positions(), account.positionsHistory().take(500)])
  return completeId(
    'position',
    text,
    [...open, ...closed].map(({ id }) => id),
  )
}

type Results = Pick<Analytics, 'trades' | 'win_rate' | 'profit_factor' | 'avg_r' | 'expectancy' | 'max_drawdown'>
type Group = NonNullable<Analytics['groups']>[number]

const RESULTS: readonly Column<Results>[] = [
  { heading: 'positions', cell: ({ trades }) => String(trades), align: 'right' },
  { heading: 'won', cell: ({ win_rate }) => amount(win_rate), align: 'right' },
  { heading: 'profit factor', cell: ({ profit_factor }) => amount(profit_factor), align: 'right', rank: 1 },
  { heading: 'average R', cell: ({ avg_r }) => amount(avg_r), align: 'right', rank: 3 },
  { heading: 'expectancy', cell: ({ expectancy }) => pnlCell(expectancy), align: 'right' },
  { heading: 'max drawdown', cell: ({ max_drawdown }) => amount(max_drawdown), align: 'right', rank: 2 },
]

const factsOf = (results: Results): readonly (readonly [string, Cell])[] =>
  RESULTS.map(({ heading, cell }) => [heading, cell(results)])

function addResults(journal: Command, act: Act): void {
  const results = journal
    .command('results')
    .description('results over closed positions; with --by, those of each group')
    .option('--from <time>', 'first moment of closing: a date, or a time such as 2026-03-06T13:30:00Z')
    .option('--to <time>', 'last moment of closing')
    .addOption(choiceOption('--by <grouping>', 'what the groups have in common', GROUPINGS))
  act<{ from?: string; to?: string; by?: Grouping }>(results, async (session, { by, ...span }) => {
    const account = await session.account()
    const found = await account.analytics({ ...span, ...(by !== undefined && { group_by: by }) })
    if (by === undefined) return session.showFacts(found, factsOf(found))
    const key: Column<Group> = { heading: by, cell: (group) => group.key ?? '-' }
    session.showTable(found.groups ?? [], [key, ...RESULTS])
  })
}

function readYear(text: string): string {
  if (/^\d{4}$/.test(text)) return text
  throw new InvalidArgumentError('give a year such as 2026')
}

function addYear(journal: Command, act: Act): void {
  const year = journal
    .command('year')
    .description('a calendar year by symbol, and by what was booked')
    .argument('<year>', 'such as 2026', readYear)
  act(year, async (session, _options, [text = '']) => {
    const account = await session.account()
    const summary = await account.taxSummary({ year: Number(text) })
    session.showFacts(summary, [
      ['from', moment(summary.from)],
      ['to', moment(summary.to)],
      ['time zone', summary.time_zone],
      ['net', pnlCell(summary.net_pnl)],
      ...summary.symbols.map(({ symbol, net_pnl }) => [symbol, pnlCell(net_pnl)] as const),
      ...summary.ledger.map(({ house, amount: booked }) => [`booked: ${house}`, pnlCell(booked)] as const),
    ])
  })
}

function addFile(journal: Command, act: Act): void {
  const file = journal
    .command('file')
    .description('a table of the past as a CSV file, of any length')
    .argument('<table>', HISTORY_TABLES.join(', '))
    .requiredOption('--out <file>', 'write it there')
    .option('--from <time>', 'first moment: a date, or a time such as 2026-03-06T13:30:00Z')
    .option('--to <time>', 'last moment')
  act<{ out: string; from?: string; to?: string }>(file, async (session, { out, ...span }, [named = '']) => {
    const table = HISTORY_TABLES.find((one) => one === named)
    if (table === undefined) throw new Failure('usage', `the table is one of ${HISTORY_TABLES.join(', ')}`)
    const account = await session.account()
    const bytes = await write(out, await account.historyFile(table, span))
    session.showFacts({ file: out, bytes }, [
      ['file', out],
      ['bytes', String(bytes)],
    ])
  })
}

/** The file has its name once it is whole. Returns its bytes. */
async function write(path: string, body: AsyncIterable<Uint8Array>): Promise<number> {
  const part = `${path}.part`
  const target = createWriteStream(part)
  try {
    await pipeline(Readable.from(body), target)
    await rename(part, path)
  } catch (error) {
    await rm(part, { force: true })
    throw error
  }
  return target.bytesWritten
}
