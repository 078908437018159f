import { Button } from '@mantine/core'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import type { Delivery } from '@ats/sdk/types'
import { useMemo, useState, type ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { allDeliveries, deliveriesQuery, readAllDeliveries, resendDelivery } from '../../../api/webhooks.js'
import { deliveries as words, detail, resend } from '../../../text/en/webhooks.js'
import { DataTable } from '../../../ui/tables/data-table.js'
import { Panel } from '../../../ui/panel.js'
import { readingOf } from '../../../ui/reading.js'
import { Empty, ReadingView, RowsSkeleton } from '../../../ui/states.js'
import { deliveryColumns } from '../../../webhooks/delivery-columns.js'
import { DeliveryDrawer } from '../../../webhooks/delivery-drawer.js'
import { filterAt, filterParams, readFilter } from './delivery-filter.js'
import { FilterForm, type Receiver } from './filter-form.js'
import { ResendDialog } from './resend-dialog.js'

/** How soon the list is read again: while one waits to be attempted, else, and once older pages are read as well. */
const EVERY_MS = { waiting: 1_500, quiet: 5_000, long: 15_000 } as const

interface DeliveriesPanelProps {
  /** The keys and notification rules of the user. */
  readonly receivers: readonly Receiver[]
  /** Below it, once it has its size. */
  readonly children: ReactNode
}

/** The log of deliveries, which shows new ones as they come. What it is filtered by is part of the address. */
export function DeliveriesPanel({ receivers, children }: DeliveriesPanelProps) {
  const [params, setParams] = useSearchParams()
  const filter = useMemo(() => readFilter(params), [params])
  const queries = useQueryClient()
  const [isResending, setResending] = useState(false)
  const [shown, setShown] = useState<Delivery | null>(null)
  const query = useInfiniteQuery({
    ...deliveriesQuery(filterParams(filter).toString(), () => filterAt(filter, Date.now())),
    refetchInterval: ({ state: { data } }) => {
      if ((data?.pages.length ?? 0) > 1) return EVERY_MS.long
      const isWaiting = data?.pages[0]?.rows.some(({ status }) => status === 'PENDING') === true
      return isWaiting ? EVERY_MS.waiting : EVERY_MS.quiet
    },
  })
  const nameOf = useMemo(() => {
    const labels = new Map(receivers.map(({ id, label }) => [id, label]))
    return (id: string): string => labels.get(id) ?? words.unknownReceiver(id)
  }, [receivers])
  const columns = useMemo(() => deliveryColumns(nameOf, setShown), [nameOf])
  const rows = query.data?.pages.flatMap((page) => page.rows) ?? []
  return (
    <>
      <Panel
        title={words.title}
        actions={
          <Button variant="default" size="xs" onClick={() => setResending(true)} disabled={rows.length === 0}>
            {resend.open}
          </Button>
        }
      >
        <FilterForm
          filter={filter}
          receivers={receivers}
          onFilter={(next) => setParams(filterParams(next), { replace: true })}
        />
        <ReadingView reading={readingOf(query)} skeleton={<RowsSkeleton />} onRetry={() => void query.refetch()}>
          {() => (
            <DataTable
              label={words.title}
              columns={columns}
              rows={rows}
              rowKey={({ id }) => id}
              empty={
                Object.keys(filter).length === 0 ? (
                  <Empty title={words.none} hint={words.noneHint} />
                ) : (
                  <Empty title={words.noneMatch} hint={words.noneMatchHint} />
                )
              }
              readAll={() => readAllDeliveries(filterAt(filter, Date.now()))}
              onLoadMore={query.hasNextPage ? () => void query.fetchNextPage() : undefined}
              isLoadingMore={query.isFetchingNextPage}
            />
          )}
        </ReadingView>
        {shown !== null && (
          <DeliveryDrawer
            delivery={rows.find(({ id }) => id === shown.id) ?? shown}
            nameOf={nameOf}
            onClose={() => setShown(null)}
            receiver={detail.key}
            accountPath={(id) => `/accounts/${id}`}
            resend={resendDelivery}
            onChanged={(changed) => {
              setShown(changed)
              void queries.invalidateQueries(allDeliveries)
            }}
          />
        )}
        {isResending && <ResendDialog filter={filter} nameOf={nameOf} onClose={() => setResending(false)} />}
      </Panel>
      {!query.isPending && children}
    </>
  )
}
