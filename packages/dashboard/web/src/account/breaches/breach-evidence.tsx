import { Group, SimpleGrid, Skeleton, Stack, Text } from '@mantine/core'
import type { Breach } from '@ats/sdk/types'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useMemo } from 'react'
import type { ReadPage } from '../../api/paged.js'
import { text as accountText } from '../../text/en/account.js'
import { text } from '../../text/en/breach.js'
import { ruleName } from '../../text/en/common.js'
import { DataTable, type Column } from '../../ui/tables/data-table.js'
import { asSentence } from '../../ui/figures/as-sentence.js'
import { Money } from '../../ui/figures/figure.js'
import { LabelledFigure } from '../../ui/figures/labelled-figure.js'
import { PagedTable } from '../../ui/tables/paged-table.js'
import { Panel } from '../../ui/panel.js'
import { readingOf } from '../../ui/reading.js'
import { Empty, ReadingView, RowsSkeleton } from '../../ui/states.js'
import { TimeText } from '../../ui/time/time-text.js'
import { LimitValue } from '../../ui/violations.js'
import { useShownAccount } from '../account-context.js'
import { breachLines, spanAround } from './breach-span.js'
import { FILLS, HELD, HISTORY } from '../lists.js'
import { endedOrderColumns } from '../trading/order-columns.js'

const LineChart = lazy(() => import('../../ui/charts/line-chart.js'))
const HEIGHT = 240

/** The evidence of a breach: the figures of that moment, and all that happened around it. */
export function BreachEvidence({ breach }: { readonly breach: Breach }) {
  const { id, isLive, reads } = useShownAccount()
  return (
    <Stack gap="md">
      <Measured breach={breach} />
      <Panel title={text.held}>
        <HeldThen breach={breach} />
      </Panel>
      <Panel title={text.order}>
        <CausedBy breach={breach} />
      </Panel>
      <Panel title={text.curve}>
        <CurveAround breach={breach} />
      </Panel>
      <Panel title={text.fills}>
        <RowsAround
          breach={breach}
          list="trades"
          label={text.fills}
          none={text.noFills}
          columns={FILLS}
          rowKey={(row) => row.id}
          read={(terms) => reads.trades(id, terms)}
        />
      </Panel>
      <Panel title={text.closed}>
        <RowsAround
          breach={breach}
          list="closedPositions"
          label={text.closed}
          none={text.noClosed}
          columns={HISTORY}
          rowKey={(row) => `${row.id} ${row.closed_at}`}
          read={(terms) => reads.closedPositions(id, terms)}
        />
      </Panel>
      <Panel title={text.orders}>
        <RowsAround
          breach={breach}
          list="orders"
          label={text.orders}
          none={text.noOrders}
          columns={endedOrderColumns(isLive)}
          rowKey={(row) => row.id}
          read={(terms) => reads.orders(id, terms)}
        />
      </Panel>
    </Stack>
  )
}

function Measured({ breach }: { readonly breach: Breach }) {
  const { currency } = useShownAccount()
  return (
    <Panel>
      <Text mb="md">{asSentence(breach.message)}</Text>
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

/** The positions that made the equity of that moment, each at the mark that counted. */
function HeldThen({ breach: { positions } }: AroundProps) {
  if (positions === null) return <Empty title={text.heldUnknown} />
  return (
    <DataTable
      label={text.held}
      columns={HELD}
      rows={positions}
      rowKey={(row) => row.position_id}
      empty={<Empty title={text.noneHeld} />}
    />
  )
}

/** The order whose fill crossed the limit, where it was not a price. */
function CausedBy({ breach: { order_id: orderId, positions } }: AroundProps) {
  if (orderId !== null) return <Order orderId={orderId} />
  return <Text size="sm">{positions === null ? text.causeUnknown : text.causedByPrice}</Text>
}

function Order({ orderId }: { readonly orderId: string }) {
  const { id, isLive, reads } = useShownAccount()
  const query = useQuery({
    queryKey: [...reads.key(id), 'order', orderId],
    queryFn: ({ signal }) => reads.order(id, orderId, signal),
  })
  return (
    <ReadingView reading={readingOf(query)} skeleton={<RowsSkeleton rows={1} />} onRetry={() => void query.refetch()}>
      {(order) => (
        <DataTable
          label={text.order}
          columns={endedOrderColumns(isLive)}
          rows={[order]}
          rowKey={(row) => row.id}
          empty={null}
        />
      )}
    </ReadingView>
  )
}

interface RowsAroundProps<Row> extends AroundProps {
  readonly list: 'closedPositions' | 'trades' | 'orders'
  readonly label: string
  readonly none: string
  readonly columns: readonly Column<Row>[]
  readonly rowKey: (row: Row) => string
  readonly read: ReadPage<Row>
}

/** The rows of a list from around the breach. */
function RowsAround<Row>({ breach, list, label, none, read, ...table }: RowsAroundProps<Row>) {
  const { id, reads } = useShownAccount()
  const { from, to: end } = spanAround(breach.occurred_at)
  return (
    <PagedTable
      {...table}
      label={label}
      queryKey={[...reads.key(id), 'around', breach.id, list]}
      read={({ to = end, ...terms }) => read({ ...terms, from, to })}
      empty={<Empty title={none} />}
    />
  )
}
