import { Flex, Group, Skeleton, Text } from '@mantine/core'
import type { Account } from '@ats/sdk/types'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useMemo, useState } from 'react'
import { useRisk } from '../live/account-readings.js'
import { text } from '../text/en/account.js'
import { DataTable, type Column } from '../ui/tables/data-table.js'
import { Money } from '../ui/figures/figure.js'
import { Panel } from '../ui/panel.js'
import { readingOf } from '../ui/reading.js'
import { Segments } from '../ui/forms/segments.js'
import { Empty, ReadingView } from '../ui/states.js'
import { TimeText } from '../ui/time/time-text.js'
import { useShownAccount } from './account-context.js'
import { curveLines, type Curve } from './curve-lines.js'

const LineChart = lazy(() => import('../ui/charts/line-chart.js'))

const HEIGHT = 260
const PERIOD_MS = 60_000
const DAY_MS = 86_400_000
const RANGES = {
  day: { ms: DAY_MS, interval: '5m' },
  week: { ms: 7 * DAY_MS, interval: '1h' },
  month: { ms: 30 * DAY_MS, interval: '4h' },
  all: { ms: null, interval: undefined },
} as const
type Range = keyof typeof RANGES

interface EquityCurveProps {
  readonly mode: Account['risk_config']['max_drawdown']['mode']
}

/** The equity, and both floors as they moved. */
export function EquityCurve({ mode }: EquityCurveProps) {
  const { id, reads } = useShownAccount()
  const [range, setRange] = useState<Range>('day')
  const query = useQuery({
    queryKey: [...reads.key(id), 'equity', range],
    queryFn: ({ signal }) => {
      const { ms, interval } = RANGES[range]
      const from = ms === null ? undefined : new Date(Date.now() - ms).toISOString()
      return reads.equity(id, { from, interval, signal })
    },
    refetchInterval: PERIOD_MS,
  })
  return (
    <Panel
      title={text.curveTitle}
      actions={<Segments label={text.range} options={text.ranges} value={range} onChange={setRange} />}
    >
      <ReadingView reading={readingOf(query)} skeleton={<ChartSkeleton />} onRetry={() => void query.refetch()}>
        {(curve) => (curve.points.length < 2 ? <NoCurve /> : <Chart curve={curve} mode={mode} />)}
      </ReadingView>
    </Panel>
  )
}

function Chart({ curve, mode }: EquityCurveProps & { readonly curve: Curve }) {
  const { id, currency, reads } = useShownAccount()
  const { value: risk } = useRisk(id, reads)
  // The risk changes twice a second, its floors hardly ever.
  const floorOf = (name: string): string | null => risk?.rules.find(({ rule }) => rule === name)?.limit ?? null
  const [drawdown, daily] = [floorOf('max_drawdown'), floorOf('daily_loss_limit')]
  const { lines, hasFloors } = useMemo(
    () => curveLines(curve, { max_drawdown: drawdown, daily_loss_limit: daily }),
    [curve, drawdown, daily],
  )
  return (
    <>
      <Suspense fallback={<ChartSkeleton />}>
        <LineChart label={text.curveTitle} lines={lines} currency={currency} height={HEIGHT} />
      </Suspense>
      <Group gap="md">
        {!hasFloors && (
          <Text size="xs" c="dimmed">
            {text.curveFloorsNow}
          </Text>
        )}
        {hasFloors && mode === 'TRAILING_INTRADAY' && (
          <Text size="xs" c="dimmed">
            {text.curveTrailing}
          </Text>
        )}
        {curve.points.some(({ equity }) => equity === null) && (
          <Text size="xs" c="dimmed">
            {text.curveUnknown}
          </Text>
        )}
      </Group>
      <details>
        <summary>{text.curveTable}</summary>
        <CurveTable curve={curve} />
      </details>
    </>
  )
}

function CurveTable({ curve: { points, currency } }: { readonly curve: Curve }) {
  const columns: readonly Column<Curve['points'][number]>[] = [
    {
      ...{ name: 'timestamp', header: text.columns.time, text: ({ timestamp }) => timestamp },
      cell: ({ timestamp }) => <TimeText at={timestamp} />,
    },
    {
      ...{ name: 'equity', header: text.equity, align: 'right', text: ({ equity }) => equity },
      cell: ({ equity }) => <Money value={equity} currency={currency} />,
    },
    {
      ...{ name: 'balance', header: text.balance, align: 'right', text: ({ balance }) => balance },
      cell: ({ balance }) => <Money value={balance} currency={currency} />,
    },
  ]
  return (
    <DataTable
      label={text.curveTitle}
      rows={points.toReversed()}
      rowKey={({ timestamp }) => timestamp}
      empty={null}
      columns={columns}
    />
  )
}

/** With the line for its hints and that of the table. */
const SPACE = HEIGHT + 48

const ChartSkeleton = () => <Skeleton height={SPACE} />

/** As high as the curve that comes in its place. */
const NoCurve = () => (
  <Flex direction="column" justify="center" mih={SPACE}>
    <Empty title={text.curveEmpty} />
  </Flex>
)
