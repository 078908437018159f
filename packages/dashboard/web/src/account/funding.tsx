import { SimpleGrid, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { AnswerOf, Operations } from '@ats/sdk/types'
import { text } from '../text/en/account.js'
import { DataTable, type Column } from '../ui/tables/data-table.js'
import { Money, Percent } from '../ui/figures/figure.js'
import { LabelledFigure } from '../ui/figures/labelled-figure.js'
import { ratePercent } from '../ui/figures/rate-percent.js'
import { readingOf } from '../ui/reading.js'
import { Empty, ReadingView, RowsSkeleton } from '../ui/states.js'
import { TimeText } from '../ui/time/time-text.js'
import { useShownAccount } from './account-context.js'

type FundingClasses = AnswerOf<Operations['getFunding']>['by_asset_class']
type Payment = FundingClasses['crypto']['payments'][number]

const PAYMENTS_MAX = 500

const COLUMNS: readonly Column<Payment>[] = [
  {
    ...{ name: 'timestamp', header: text.columns.time, text: ({ timestamp }) => timestamp },
    cell: ({ timestamp }) => <TimeText at={timestamp} />,
  },
  {
    ...{ name: 'symbol', header: text.columns.symbol, text: ({ symbol }) => symbol },
    cell: ({ symbol }) => <b>{symbol}</b>,
  },
  { ...{ name: 'venue', header: text.columns.venue, text: ({ venue }) => venue }, cell: ({ venue }) => venue },
  {
    ...{ name: 'rate', header: text.columns.rate, align: 'right', text: ({ rate }) => rate },
    cell: ({ rate }) => (rate === null ? null : <Percent value={ratePercent(rate)} digits={4} />),
  },
  {
    ...{ name: 'amount', header: text.columns.amount, align: 'right', text: ({ amount }) => amount },
    cell: ({ amount }) => <Money value={amount} signed />,
  },
]

/** The funding paid and received for holding positions, the newest payments of all classes together. */
export function Funding() {
  const { id, reads, currency } = useShownAccount()
  const query = useQuery({
    queryKey: [...reads.key(id), 'funding'],
    queryFn: ({ signal }) => reads.funding(id, { limit: PAYMENTS_MAX, signal }),
  })
  return (
    <ReadingView reading={readingOf(query)} skeleton={<RowsSkeleton />} onRetry={() => void query.refetch()}>
      {({ totals, by_asset_class: classes }) => (
        <Stack gap="md">
          <SimpleGrid cols={3}>
            <LabelledFigure label={text.received}>
              <Money value={totals.received} currency={currency} />
            </LabelledFigure>
            <LabelledFigure label={text.paid}>
              <Money value={totals.paid} currency={currency} />
            </LabelledFigure>
            <LabelledFigure label={text.net}>
              <Money value={totals.net} currency={currency} signed />
            </LabelledFigure>
          </SimpleGrid>
          <DataTable
            label={text.funding}
            columns={COLUMNS}
            rows={newestFirst(classes)}
            rowKey={(row) => row.id}
            empty={<Empty title={text.noFunding} />}
          />
        </Stack>
      )}
    </ReadingView>
  )
}

const newestFirst = (classes: FundingClasses): readonly Payment[] =>
  Object.values(classes)
    .flatMap(({ payments }) => payments)
    .sort((a, b) => b.timestamp.localeCompare(a.timestamp))
