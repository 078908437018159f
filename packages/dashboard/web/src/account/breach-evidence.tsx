import { Group, SimpleGrid, Skeleton, Stack, Text } from '@mantine/core'
import type { Breach } from '@ats/sdk/types'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useMemo } from 'react'
import { text as accountText } from '../text/en/account.js'
import { text } from '../text/en/breach.js'
import { ruleName } from '../text/en/common.js'
import { DataTable } from '../ui/data-table.js'
import { Money } from '../ui/figure.js'
import { LabelledFigure } from '../ui/labelled-figure.js'
import { Panel } from '../ui/panel.js'
import { readingOf } from '../ui/reading.js'
import { Empty, ReadingView, RowsSkeleton } from '../ui/states.js'
import { TimeText } from '../ui/time-text.js'
import { LimitValue } from '../ui/violations.js'
import { useShownAccount } from './account-context.js'
import { breachLines, spanAround } from './breach-span.js'
import { FILLS, HISTORY } from './lists.js'
import { ENDED_ORDER_COLUMNS } from './order-columns.js'

const LineChart = lazy(() => import('../ui/line-chart.js'))
const HEIGHT = 240

/** The evidence of a breach: the figures of that moment, and all that happened around it. */
export function BreachEvidence({ breach }: { readonly breach: Breach }) {
  return (
    <Stack gap="md">
      <Measured breach={breach} />
      <Panel title={text.curve}>
        <CurveAround breach={breach} />
      </Panel>
      <Panel title={text.closed}>
        <ClosedAround breach={breach} />
      </Panel>
      <Panel title={text.fills}>
        <FillsAround breach={breach} />
      </Panel>
      <Panel title={text.orders}>
        <OrdersAround breach={breach} />
      </Panel>
    </Stack>
  )
}

function Measured({ breach }: { readonly breach: Breach }) {
  const { currency } = useShownAccount()
  return (
    <Panel>
      <Text mb="md">{breach.message}</Text>
      <SimpleGrid cols={{ base: 2, sm: 4 }} spacing="md">
        <LabelledFigure label={text.rule}>{ruleName(breach.rule)}</LabelledFigure>
        <LabelledFigure label={text.limit}>
          <LimitValue value={breach.limit} unit={breach.unit} />
        </LabelledFigure>
        <LabelledFigure label={text.value}>
          <LimitValue value={breach.value} unit={breach.unit} />
        </LabelledFigure>
        <LabelledFigure label={text.consequence}>{accountText.actions[breach.action]}</LabelledFigure>
        <LabelledFigure label={text.equity}>
          <Money value={breach.equity} currency={currency} />
        </LabelledFigure>
        <LabelledFigure label={text.balance}>
          <Money value={breach.balance} currency={currency} />
        </LabelledFigure>
        <LabelledFigure label={text.when}>
          <TimeText at={breach.occurred_at} />
        </LabelledFigure>
        <LabelledFigure label={text.tick}>
          <Group gap={6} title={text.tickHint}>
            {breach.tick ?? accountText.none}
          </Group>
        </LabelledFigure>
      </SimpleGrid>
    </Panel>
  )
}

interface AroundProps {
  readonly breach: Breach
}

function CurveAround({ breach }: AroundProps) {
  const { id, reads, currency } = useShownAccount()
  const query = useQuery({
    queryKey: [...reads.key(id), 'equity-around', breach.id],
    queryFn: ({ signal }) => reads.equity(id, { ...spanAround(breach.occurred_at), interval: '1m', signal }),
  })
  const lines = useMemo(() => (query.data === undefined ? [] : breachLines(query.data, breach)), [query.data, breach])
  return (
    <ReadingView reading={readingOf(query)} skeleton={<Skeleton height={HEIGHT + 48} />}>
      {({ points }) =>
        points.length < 2 ? (
          <Empty title={text.curveEmpty} />
        ) : (
          <Suspense fallback={<Skeleton height={HEIGHT + 48} />}>
            <LineChart label={text.curve} lines={lines} currency={currency} height={HEIGHT} />
          </Suspense>
        )
      }
    </ReadingView>
  )
}

function ClosedAround({ breach }: AroundProps) {
  const { id, reads } = useShownAccount()
  const query = useQuery({
    queryKey: [...reads.key(id), 'closed-around', breach.id],
    queryFn: ({ signal }) => reads.closedPositions(id, { ...spanAround(breach.occurred_at), signal }),
  })
  return (
    <ReadingView reading={readingOf(query)} skeleton={<RowsSkeleton rows={3} />}>
      {({ rows }) => (
        <DataTable
          label={text.closed}
          columns={HISTORY}
          rows={rows}
          rowKey={(row) => `${row.id} ${row.closed_at}`}
          empty={<Empty title={text.noClosed} />}
        />
      )}
    </ReadingView>
  )
}

function FillsAround({ breach }: AroundProps) {
  const { id, reads } = useShownAccount()
  const query = useQuery({
    queryKey: [...reads.key(id), 'fills-around', breach.id],
    queryFn: ({ signal }) => reads.trades(id, { ...spanAround(breach.occurred_at), signal }),
  })
  return (
    <ReadingView reading={readingOf(query)} skeleton={<RowsSkeleton rows={3} />}>
      {({ rows }) => (
        <DataTable
          label={text.fills}
          columns={FILLS}
          rows={rows}
          rowKey={(row) => row.id}
          empty={<Empty title={text.noFills} />}
        />
      )}
    </ReadingView>
  )
}

function OrdersAround({ breach }: AroundProps) {
  const { id, reads } = useShownAccount()
  const query = useQuery({
    queryKey: [...reads.key(id), 'orders-around', breach.id],
    queryFn: ({ signal }) => reads.orders(id, { ...spanAround(breach.occurred_at), signal }),
  })
  return (
    <ReadingView reading={readingOf(query)} skeleton={<RowsSkeleton rows={3} />}>
      {({ rows }) => (
        <DataTable
          label={text.orders}
          columns={ENDED_ORDER_COLUMNS}
          rows={rows}
          rowKey={(row) => row.id}
          empty={<Empty title={text.noOrders} />}
        />
      )}
    </ReadingView>
  )
}
