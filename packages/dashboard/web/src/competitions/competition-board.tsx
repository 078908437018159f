import { Stack, Text } from '@mantine/core'
import type { BoardRow, Competition } from '../api/competitions.js'
import { text } from '../text/en/competitions.js'
import { Fact, Facts } from '../ui/figures/facts.js'
import { formatDecimal, formatPercent } from '../ui/figures/format.js'
import { ratePercent } from '../ui/figures/rate-percent.js'
import { Panel } from '../ui/panel.js'
import { Empty } from '../ui/states.js'
import { DataTable, type Column } from '../ui/tables/data-table.js'
import { TimeText } from '../ui/time/time-text.js'

interface BoardProps<Row extends BoardRow> {
  readonly board: { readonly competition: Competition; readonly board: readonly Row[] }
  /** The entry of who looks at it. */
  readonly ownEntry?: string | undefined
  /** Columns after those that everybody sees. */
  readonly further?: readonly Column<Row>[]
}

/** The terms of a competition and its board. */
export const BoardView = <Row extends BoardRow>({
  board: { competition, board },
  ownEntry,
  further = [],
}: BoardProps<Row>) => (
  <Stack gap="md">
    <Panel title={text.terms}>
      <Facts>
        <Fact name={text.from}>
          <TimeText at={competition.from} />
        </Fact>
        <Fact name={text.to}>
          <TimeText at={competition.to} />
        </Fact>
        <Fact name={text.plan}>{text.version(competition.plan_id, competition.plan_version)}</Fact>
        <Fact name={text.columns.entries}>{text.entriesOf(competition.entries, competition.entry_cap)}</Fact>
        <Fact name={text.ranked}>{text.rankings[competition.rank_by]}</Fact>
        <Fact name={text.minTrades}>{competition.min_trades}</Fact>
        <Fact name={text.names}>{text.visibilities[competition.visibility]}</Fact>
        {competition.closed_reason !== undefined && <Fact name={text.closed}>{competition.closed_reason}</Fact>}
      </Facts>
      <Text size="sm" c="dimmed" mt="xs">
        {text.endHint}
      </Text>
    </Panel>
    <Panel title={text.board}>
      <Text size="sm" c="dimmed" mb="xs">
        {text.boardHint}
      </Text>
      <DataTable
        label={text.board}
        columns={[...columnsOf(competition, ownEntry), ...further]}
        rows={board}
        rowKey={({ entry_id: id }) => id}
        empty={<Empty title={text.noEntries} />}
      />
    </Panel>
  </Stack>
)

const { boardColumns: names } = text

/** Figures are no money: they may come as numbers. */
const percent = (part: number | string): string => formatPercent(ratePercent(String(part)), 2)

const columnsOf = (competition: Competition, own: string | undefined): readonly Column<BoardRow>[] => [
  {
    ...{ name: 'rank', header: names.rank, align: 'right' as const, text: ({ rank }) => rank },
    cell: ({ rank }) => rank ?? text.noRank,
  },
  {
    ...{ name: 'name', header: names.name, text: ({ name }) => name },
    cell: ({ name, entry_id: id }) => (
      <>
        <bdi>{name ?? text.nobody}</bdi>
        {id === own && <b> ({text.you})</b>}
      </>
    ),
  },
  {
    ...{ name: 'score', header: names.score, align: 'right' as const, text: ({ score }) => score },
    cell: ({ score }) =>
      competition.rank_by === 'RETURN' ? percent(score) : formatDecimal(String(score), { digitsMin: 2, digitsMax: 2 }),
  },
  {
    ...{ name: 'return', header: names.return, align: 'right' as const, text: (row) => row.return },
    cell: (row) => percent(row.return),
  },
  {
    ...{ name: 'drawdown', header: names.drawdown, align: 'right' as const, text: ({ drawdown }) => drawdown },
    cell: ({ drawdown }) => percent(drawdown),
  },
  {
    ...{ name: 'trades', header: names.trades, align: 'right' as const, text: ({ trades }) => trades },
    cell: ({ trades }) => trades,
  },
  {
    ...{ name: 'note', header: names.note, text: (row) => noteOf(row, competition) },
    cell: (row) => noteOf(row, competition),
  },
  {
    ...{ name: 'entered_at', header: names.entered, text: (row) => row.entered_at },
    cell: (row) => <TimeText at={row.entered_at} />,
  },
]

/** The reason why it has no rank. */
function noteOf(row: BoardRow, { min_trades: min }: Competition): string {
  if (row.is_disqualified) return text.disqualified
  if (row.is_open_at_end) return text.openAtEnd
  return row.trades < min ? text.tooFew : '–'
}
