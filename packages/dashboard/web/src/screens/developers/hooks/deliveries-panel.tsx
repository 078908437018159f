import { Anchor, Code, NativeSelect, Stack } from '@mantine/core'
import type { Hook, HookDelivery } from '@ats/sdk/types'
import { useMemo } from 'react'
import { Link, useSearchParams } from 'react-router'
import { deliveriesOf, readDeliveriesOf } from '../../../api/hooks.js'
import { deliveries as words } from '../../../text/en/hooks.js'
import { Panel } from '../../../ui/panel.js'
import { Empty } from '../../../ui/states.js'
import type { Column } from '../../../ui/tables/data-table.js'
import { PagedTable } from '../../../ui/tables/paged-table.js'
import { formatDateTime } from '../../../ui/time/time.js'
import { useZone } from '../../../ui/time/zone.js'

/** How soon the list is read again. */
const EVERY_MS = 5_000

/** The alerts of one hook, which is in the address, and what became of each. */
export function DeliveriesPanel({ hooks }: { readonly hooks: readonly [Hook, ...Hook[]] }) {
  const [params, setParams] = useSearchParams()
  const shown = hooks.find(({ id }) => id === params.get('hook')) ?? hooks[0]
  const read = useMemo(() => readDeliveriesOf(shown.id), [shown.id])
  return (
    <Panel title={words.title}>
      <Stack gap="sm">
        <NativeSelect
          label={words.of}
          data={hooks.map(({ id, label }) => ({ value: id, label }))}
          value={shown.id}
          onChange={({ currentTarget }) => setParams({ hook: currentTarget.value }, { replace: true })}
          maw={320}
        />
        <PagedTable
          label={words.label}
          queryKey={deliveriesOf(shown.id)}
          read={read}
          columns={COLUMNS}
          rowKey={({ id }) => id}
          empty={<Empty title={words.none} hint={words.noneHint} />}
          refetchMs={EVERY_MS}
        />
      </Stack>
    </Panel>
  )
}

const Time = ({ at }: { readonly at: string }) => formatDateTime(at, useZone())

const COLUMNS: readonly Column<HookDelivery>[] = [
  {
    name: 'received_at',
    header: words.time,
    text: (row) => row.received_at,
    cell: (row) => <Time at={row.received_at} />,
  },
  {
    name: 'outcome',
    header: words.outcome,
    text: ({ outcome }) => outcome,
    cell: ({ outcome }) => words.outcomes[outcome],
  },
  {
    name: 'order_id',
    header: words.order,
    text: (row) => row.order_id,
    cell: ({ order_id: id, account_id: accountId }) =>
      id === null ? (
        '–'
      ) : (
        <Anchor component={Link} to={`/accounts/${accountId}`} size="sm">
          {id.slice(-8)}
        </Anchor>
      ),
  },
  { name: 'message', header: words.why, text: ({ message }) => message, cell: ({ message }) => message ?? '–' },
  { name: 'ip', header: words.address, text: ({ ip }) => ip, cell: ({ ip }) => ip },
  {
    name: 'body',
    header: words.alert,
    text: ({ body }) => body,
    cell: ({ body }) => <Code>{body.slice(0, 120)}</Code>,
  },
]
