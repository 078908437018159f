import { Button, Drawer, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { comparisonQuery, type TradingWallet, type WalletComparison } from '../../api/firm/firm-wallets.js'
import { text as common } from '../../text/en/common.js'
import { text } from '../../text/en/firm/firm-wallets.js'
import { Decimal } from '../../ui/figures/figure.js'
import { Fact, Facts } from '../../ui/figures/facts.js'
import { readingOf } from '../../ui/reading.js'
import { ReadingView, RowsSkeleton } from '../../ui/states.js'
import { DataTable, type Column } from '../../ui/tables/data-table.js'
import { ToneBadge } from '../../ui/tone-badge.js'

type Difference = WalletComparison['differences'][number]

interface ComparisonDrawerProps {
  readonly wallet: TradingWallet
  readonly onClose: () => void
}

/** The books of a wallet beside what its venue says, at one block. */
export function ComparisonDrawer({ wallet: { address, venue }, onClose }: ComparisonDrawerProps) {
  const query = useQuery(comparisonQuery(address))
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size="xl"
      title={text.compareTitle(`${address.slice(0, 6)}…${address.slice(-4)}`)}
      closeButtonProps={{ 'aria-label': common.close }}
    >
      <Stack gap="md">
        <Group justify="flex-end">
          <Button size="sm" variant="default" loading={query.isFetching} onClick={() => void query.refetch()}>
            {text.compareAgain}
          </Button>
        </Group>
        <ReadingView reading={readingOf(query)} skeleton={<RowsSkeleton rows={3} />}>
          {(comparison) => (
            <>
              <Facts>
                <Fact name={text.columns.venue}>{venue}</Fact>
                <Fact name={text.block}>
                  <Decimal value={comparison.block?.toString()} unknown={text.notRead} />
                </Fact>
              </Facts>
              <Outcome comparison={comparison} />
            </>
          )}
        </ReadingView>
      </Stack>
    </Drawer>
  )
}

function Outcome({ comparison: { is_equal: isEqual, differences } }: { readonly comparison: WalletComparison }) {
  if (isEqual === null) return <Text size="sm">{text.notRead}</Text>
  return (
    <>
      <span role="status">
        <ToneBadge tone={isEqual ? 'good' : 'bad'}>{isEqual ? text.equal : text.differ(differences.length)}</ToneBadge>
      </span>
      {!isEqual && (
        <>
          <DataTable
            label={text.differ(differences.length)}
            columns={COLUMNS}
            rows={differences}
            rowKey={({ subject, symbol, books, venue }) => [subject, symbol, books, venue].join(' ')}
            empty={null}
          />
          <Text size="sm">{text.differHint}</Text>
        </>
      )}
    </>
  )
}

const COLUMNS: readonly Column<Difference>[] = [
  {
    ...{ name: 'subject', header: text.columns.subject, text: ({ subject }) => subject },
    cell: ({ subject }) => text.subjects[subject],
  },
  {
    ...{ name: 'symbol', header: text.columns.symbol, text: ({ symbol }) => symbol },
    cell: ({ symbol }) => <b>{symbol}</b>,
  },
  {
    ...{ name: 'books', header: text.columns.books, text: ({ books }) => books },
    cell: ({ books }) => books ?? text.nothing,
  },
  {
    ...{ name: 'venue', header: text.columns.atVenue, text: ({ venue }) => venue },
    cell: ({ venue }) => venue ?? text.nothing,
  },
]
