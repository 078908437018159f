import { Code } from '@mantine/core'
import { readKeyActivity } from '../../../api/keys.js'
import type { KeyActivity } from '../../../api/key-activity.js'
import { activity as words } from '../../../text/en/developers.js'
import type { Column } from '../../../ui/tables/data-table.js'
import { PagedTable } from '../../../ui/tables/paged-table.js'
import { Empty } from '../../../ui/states.js'
import { formatDateTime } from '../../../ui/time/time.js'
import { useZone } from '../../../ui/time/zone.js'

/** Changes of the user's keys, and the refusals of requests with them. */
export const ActivityPanel = () => (
  <PagedTable
    label={words.label}
    queryKey={['keys', 'activity']}
    read={readKeyActivity}
    columns={COLUMNS}
    rowKey={({ id }) => id}
    empty={<Empty title={words.none} />}
  />
)

const Time = ({ at }: { readonly at: string }) => formatDateTime(at, useZone())

const COLUMNS: readonly Column<KeyActivity>[] = [
  { name: 'at', header: words.time, text: ({ at }) => at, cell: ({ at }) => <Time at={at} /> },
  {
    name: 'kind',
    header: words.what,
    text: ({ kind, reason }) => (reason === null ? kind : `${kind}: ${reason}`),
    cell: ({ kind, reason }) =>
      reason === null ? words.kinds[kind] : `${words.kinds[kind]}: ${words.reasons[reason]}`,
  },
  {
    name: 'key_prefix',
    header: words.key,
    text: ({ keyPrefix }) => keyPrefix,
    cell: ({ keyPrefix }) => (keyPrefix === null ? '–' : <Code>{keyPrefix}…</Code>),
  },
  { name: 'ip', header: words.address, text: ({ ip }) => ip, cell: ({ ip }) => ip ?? words.manyAddresses },
  { name: 'count', header: words.count, align: 'right', text: ({ count }) => count, cell: ({ count }) => count },
]
