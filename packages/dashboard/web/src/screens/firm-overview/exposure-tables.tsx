import { Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { exposureQuery, type Exposure } from '../../api/firm/firm.js'
import { Titled } from '../../firm/titled.js'
import { text } from '../../text/en/firm/firm.js'
import { DataTable, type Column } from '../../ui/tables/data-table.js'
import { Money } from '../../ui/figures/figure.js'
import { readingOf } from '../../ui/reading.js'
import { Empty, ReadingView, RowsSkeleton } from '../../ui/states.js'
import { count } from '../../firm/count.js'

const { columns: names } = text

type Sums = Omit<Exposure['by_venue'][number], 'venue'>
type Amount = Exclude<keyof Sums, 'positions'>

const amount = (name: Amount, header: string, signed = false): Column<Sums> => ({
  ...{ name, header, align: 'right' as const, text: (row) => row[name] },
  cell: (row) => <Money value={row[name]} signed={signed} />,
})

const SUMS: readonly Column<Sums>[] = [
  {
    ...{ name: 'positions', header: names.positions, align: 'right', text: ({ positions }) => positions },
    cell: ({ positions }) => count(positions),
  },
  amount('long_notional', names.long),
  amount('short_notional', names.short),
  amount('net_notional', names.net),
  amount('gross_notional', names.gross),
  amount('unrealized_pnl', names.unrealized, true),
]

type OfVenue = Exposure['by_venue'][number]
type OfSymbol = Exposure['by_symbol'][number]

const VENUE: Column<OfVenue> = {
  ...{ name: 'venue', header: names.venue, text: ({ venue }) => venue },
  cell: ({ venue }) => venue,
}
const BY_VENUE: readonly Column<OfVenue>[] = [VENUE, ...SUMS]
const BY_SYMBOL: readonly Column<OfSymbol>[] = [
  { ...{ name: 'symbol', header: names.symbol, text: ({ symbol }) => symbol }, cell: ({ symbol }) => <b>{symbol}</b> },
  VENUE,
  ...SUMS,
]

/** The positions of all accounts together, the largest first. */
export function ExposureTables() {
  const query = useQuery(exposureQuery)
  return (
    <ReadingView reading={readingOf(query)} skeleton={<RowsSkeleton />} onRetry={() => void query.refetch()}>
      {({ by_symbol: bySymbol, by_venue: byVenue }) => (
        <Stack gap="md">
          <Titled title={text.bySymbol}>
            <DataTable
              label={text.bySymbol}
              columns={BY_SYMBOL}
              rows={bySymbol}
              rowKey={({ symbol, venue }) => `${symbol} ${venue}`}
              empty={<Empty title={text.noExposure} />}
            />
          </Titled>
          <Titled title={text.byVenue}>
            <DataTable
              label={text.byVenue}
              columns={BY_VENUE}
              rows={byVenue}
              rowKey={({ venue }) => venue}
              empty={<Empty title={text.noExposure} />}
            />
          </Titled>
        </Stack>
      )}
    </ReadingView>
  )
}
