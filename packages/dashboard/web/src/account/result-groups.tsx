import { Select, Skeleton, Stack } from '@mantine/core'
import type { AnswerOf, Operations } from '@ats/sdk/types'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { text } from '../text/en/journal.js'
import { Decimal, Money, Percent } from '../ui/figures/figure.js'
import { readingOf } from '../ui/reading.js'
import { Empty, ReadingView } from '../ui/states.js'
import { DataTable, type Column } from '../ui/tables/data-table.js'
import { useShownAccount } from './account-context.js'

type Grouping = keyof typeof text.groupings
type ResultGroup = NonNullable<AnswerOf<Operations['getAnalytics']>['groups']>[number]

const { columns: names } = text

const money = (name: string, header: string, of: (row: ResultGroup) => string | null, signed = true) =>
  ({
    ...{ name, header, align: 'right', text: of },
    cell: (row) => <Money value={of(row)} signed={signed} unknown={text.noneYet} />,
  }) satisfies Column<ResultGroup>

const columns = (by: Grouping): readonly Column<ResultGroup>[] => [
  {
    ...{ name: 'key', header: text.groupings[by], text: ({ key }) => key },
    cell: ({ key }) => <b>{key ?? text.untagged}</b>,
  },
  {
    ...{ name: 'trades', header: names.trades, align: 'right', text: ({ trades }) => trades },
    cell: ({ trades }) => trades,
  },
  {
    ...{ name: 'win_rate', header: names.winRate, align: 'right', text: (row) => row.win_rate },
    cell: (row) => <Percent value={row.win_rate} />,
  },
  money('expectancy', names.expectancy, ({ expectancy }) => expectancy),
  {
    ...{ name: 'profit_factor', header: names.profitFactor, align: 'right', text: (row) => row.profit_factor },
    cell: (row) => <Decimal value={row.profit_factor} digitsMax={2} unknown={text.noneYet} />,
  },
  {
    ...{ name: 'avg_r', header: names.averageR, align: 'right', text: (row) => row.avg_r },
    cell: (row) => <Decimal value={row.avg_r} digitsMax={2} unknown={text.noneYet} />,
  },
  money('average_win', names.averageWin, (row) => row.average_win),
  money('average_loss', names.averageLoss, (row) => row.average_loss, false),
  money('max_drawdown', names.maxDrawdown, (row) => row.max_drawdown, false),
]

/** The results of closed positions by what they have in common. */
export function ResultGroups() {
  const { id, reads } = useShownAccount()
  const [by, setBy] = useState<Grouping>('symbol')
  const query = useQuery({
    queryKey: [...reads.key(id), 'analytics', by],
    queryFn: ({ signal }) => reads.analytics(id, signal, by),
  })
  return (
    <Stack gap="sm">
      <Select
        label={text.groupBy}
        maw={240}
        allowDeselect={false}
        data={Object.entries(text.groupings).map(([value, label]) => ({ value, label }))}
        value={by}
        onChange={(value) => setBy(value as Grouping)}
      />
      <ReadingView reading={readingOf(query)} skeleton={<Skeleton height={120} />} onRetry={() => void query.refetch()}>
        {({ groups = [] }) => (
          <DataTable
            label={text.results}
            columns={columns(by)}
            rows={groups}
            rowKey={({ key }) => key ?? ''}
            empty={<Empty title={text.none} />}
          />
        )}
      </ReadingView>
    </Stack>
  )
}
