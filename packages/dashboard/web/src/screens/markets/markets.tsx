import { Anchor, Group, SegmentedControl, Select, TextInput } from '@mantine/core'
import { subtract } from '@ats/sdk/numbers/decimal'
import { useQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router'
import { catalogueQuery, quotesQuery, type Venue } from '../../api/market.js'
import { Page } from '../../app/page.js'
import { ASSET_CLASS_NAMES, text } from '../../text/en/markets.js'
import { DataTable, type Column } from '../../ui/tables/data-table.js'
import { Decimal, Percent } from '../../ui/figures/figure.js'
import { MarketStatus, statusOf } from '../../ui/market-status.js'
import { mapReading, readingOf } from '../../ui/reading.js'
import { Empty, ReadingView, RowsSkeleton } from '../../ui/states.js'
import { ASSET_CLASSES, marketRows, type MarketFilter, type MarketRow } from './market-rows.js'

const READ_AGAIN_MS = 3_000

/** Every market of a venue with its price. */
export default function Markets() {
  const [filter, setFilter] = useFilter()
  const catalogue = useQuery(catalogueQuery)
  const quotes = useQuery({ ...quotesQuery(filter.venue), refetchInterval: READ_AGAIN_MS })
  const reading = readingOf(catalogue)
  // Prices make columns wider: a table without them would move when they come.
  const rows = mapReading(quotes.isPending ? { ...reading, value: undefined } : reading, (known) =>
    marketRows(known, quotes.data ?? [], filter),
  )
  return (
    <Page title={text.title} subtitle={text.subtitle}>
      <Filters filter={filter} onChange={setFilter} />
      <ReadingView
        reading={{ ...rows, problem: rows.problem ?? quotes.error, at: quotes.dataUpdatedAt || rows.at }}
        skeleton={<RowsSkeleton rows={12} />}
        onRetry={() => void Promise.all([catalogue.refetch(), quotes.refetch()])}
      >
        {(list) => (
          <DataTable
            label={text.title}
            columns={columnsFor(filter.venue)}
            rows={list}
            rowKey={({ symbol }) => symbol}
            empty={<Empty title={text.none} hint={text.noneHint} />}
          />
        )}
      </ReadingView>
    </Page>
  )
}

/** The filter is in the address: a view can be bookmarked and shared. */
function useFilter(): [MarketFilter, (change: Partial<MarketFilter>) => void] {
  const [query, setQuery] = useSearchParams()
  const asked = query.get('class')
  const filter: MarketFilter = {
    venue: query.get('venue') === 'OSTIUM' ? 'OSTIUM' : 'GMX',
    assetClass: ASSET_CLASSES.find((name) => name === asked) ?? 'all',
    search: query.get('search') ?? '',
  }
  const change = (part: Partial<MarketFilter>): void => {
    const { venue, assetClass, search } = { ...filter, ...part }
    setQuery(
      { venue, ...(assetClass !== 'all' && { class: assetClass }), ...(search !== '' && { search }) },
      { replace: true },
    )
  }
  return [filter, change]
}

interface FiltersProps {
  readonly filter: MarketFilter
  readonly onChange: (change: Partial<MarketFilter>) => void
}

const Filters = ({ filter, onChange }: FiltersProps) => (
  <Group gap="xs" align="flex-end">
    <SegmentedControl
      aria-label={text.venue}
      data={['GMX', 'OSTIUM']}
      value={filter.venue}
      onChange={(venue) => onChange({ venue: venue })}
    />
    <Select
      aria-label={text.assetClass}
      allowDeselect={false}
      data={[
        { value: 'all', label: text.all },
        ...ASSET_CLASSES.map((value) => ({ value, label: ASSET_CLASS_NAMES[value] })),
      ]}
      value={filter.assetClass}
      onChange={(value) => onChange({ assetClass: value ?? 'all' })}
      w={150}
    />
    <TextInput
      type="search"
      aria-label={text.search}
      placeholder={text.search}
      value={filter.search}
      onChange={({ currentTarget }) => onChange({ search: currentTarget.value })}
      w={200}
    />
  </Group>
)

const columnsFor = (venue: Venue): readonly Column<MarketRow>[] => [
  {
    name: 'symbol',
    header: text.symbol,
    text: ({ symbol }) => symbol,
    cell: ({ symbol }) => (
      <Anchor component={Link} to={`/market/${venue}/${symbol}`} fw={600}>
        {symbol}
      </Anchor>
    ),
  },
  {
    name: 'asset_class',
    header: text.assetClass,
    text: ({ assetClass }) => assetClass,
    cell: ({ assetClass }) => ASSET_CLASS_NAMES[assetClass],
  },
  price('last_price', text.last),
  {
    name: 'change_24h_pct',
    header: text.change,
    align: 'right',
    text: ({ quote }) => quote?.change_24h_pct,
    cell: ({ quote }) => <Percent value={quote?.change_24h_pct} digits={2} signed />,
  },
  price('bid', text.bid),
  price('ask', text.ask),
  {
    name: 'spread',
    header: text.spread,
    align: 'right',
    text: ({ quote }) => (quote === undefined ? null : subtract(quote.ask, quote.bid)),
    cell: ({ quote }) => <Decimal value={quote === undefined ? null : subtract(quote.ask, quote.bid)} />,
  },
  {
    name: 'market_status',
    header: text.status,
    text: ({ quote }) => (quote === undefined ? null : statusOf(quote)),
    cell: ({ quote }) => (quote === undefined ? null : <MarketStatus quote={quote} />),
  },
]

function price(name: 'last_price' | 'bid' | 'ask', header: string): Column<MarketRow> {
  return {
    name,
    header,
    align: 'right',
    text: ({ quote }) => quote?.[name],
    cell: ({ quote }) => <Decimal value={quote?.[name]} />,
  }
}
