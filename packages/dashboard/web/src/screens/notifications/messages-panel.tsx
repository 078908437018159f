import { NativeSelect, Stack } from '@mantine/core'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import type { Delivery, NotificationRule } from '@ats/sdk/types'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { allDeliveries, deliveriesQuery, readAllDeliveries, resendDelivery } from '../../api/webhooks.js'
import { labelOf } from '../../notifications/rule-label.js'
import { messages as words } from '../../text/en/notifications.js'
import { Panel } from '../../ui/panel.js'
import { readingOf } from '../../ui/reading.js'
import { Empty, ReadingView, RowsSkeleton } from '../../ui/states.js'
import { DataTable } from '../../ui/tables/data-table.js'
import { deliveryColumns } from '../../webhooks/delivery-columns.js'
import { DeliveryDrawer } from '../../webhooks/delivery-drawer.js'

/** How soon the list is read again: while one waits to be sent, and else. */
const EVERY_MS = { waiting: 1_500, quiet: 5_000 } as const

/** The messages of one rule, which is in the address, and what became of each. */
export function MessagesPanel({ rules }: { readonly rules: readonly [NotificationRule, ...NotificationRule[]] }) {
  const [params, setParams] = useSearchParams()
  const rule = rules.find(({ id }) => id === params.get('rule')) ?? rules[0]
  return (
    <Panel title={words.title}>
      <Stack gap="sm">
        <NativeSelect
          label={words.of}
          data={rules.map((one) => ({ value: one.id, label: labelOf(one) }))}
          value={rule.id}
          onChange={({ currentTarget }) => setParams({ rule: currentTarget.value }, { replace: true })}
          maw={420}
        />
        <Messages key={rule.id} rule={rule} />
      </Stack>
    </Panel>
  )
}

function Messages({ rule }: { readonly rule: NotificationRule }) {
  const queries = useQueryClient()
  const [shown, setShown] = useState<Delivery | null>(null)
  const filter = { key_id: rule.id }
  const query = useInfiniteQuery({
    ...deliveriesQuery(`key=${rule.id}`, () => filter),
    refetchInterval: ({ state: { data } }) =>
      data?.pages[0]?.rows.some(({ status }) => status === 'PENDING') === true ? EVERY_MS.waiting : EVERY_MS.quiet,
  })
  const rows = query.data?.pages.flatMap((page) => page.rows) ?? []
  const nameOf = (): string => labelOf(rule)
  return (
    <>
      <ReadingView reading={readingOf(query)} skeleton={<RowsSkeleton />} onRetry={() => void query.refetch()}>
        {() => (
          <DataTable
            label={words.label}
            columns={deliveryColumns(nameOf, setShown).filter(({ name }) => name !== 'key')}
            rows={rows}
            rowKey={({ id }) => id}
            empty={<Empty title={words.none} hint={words.noneHint} />}
            readAll={() => readAllDeliveries(filter)}
            onLoadMore={query.hasNextPage ? () => void query.fetchNextPage() : undefined}
            isLoadingMore={query.isFetchingNextPage}
          />
        )}
      </ReadingView>
      {shown !== null && (
        <DeliveryDrawer
          delivery={rows.find(({ id }) => id === shown.id) ?? shown}
          nameOf={nameOf}
          receiver={words.of}
          accountPath={(id) => `/accounts/${id}`}
          resend={resendDelivery}
          onClose={() => setShown(null)}
          onChanged={(changed) => {
            setShown(changed)
            void queries.invalidateQueries(allDeliveries)
          }}
        />
      )}
    </>
  )
}
