import { Anchor, NativeSelect, Stack } from '@mantine/core'
import type { CopyEvent } from '@ats/sdk/types'
import { useMemo } from 'react'
import { Link, useSearchParams } from 'react-router'
import { copyEventsOf, readCopyEventsOf } from '../../api/copy-links.js'
import { ruleName } from '../../text/en/common.js'
import { events as words } from '../../text/en/copying.js'
import { formatDecimal } from '../../ui/figures/format.js'
import { Side } from '../../ui/figures/side.js'
import { Panel } from '../../ui/panel.js'
import { Empty } from '../../ui/states.js'
import type { Column } from '../../ui/tables/data-table.js'
import { PagedTable } from '../../ui/tables/paged-table.js'
import { formatDateTime } from '../../ui/time/time.js'
import { useZone } from '../../ui/time/zone.js'
import type { NamedLink } from './named-link.js'

/** How soon the list is read again. */
const EVERY_MS = 5_000

/** The copies of one link, which is in the address, and what became of each. */
export function EventsPanel({ links }: { readonly links: readonly [NamedLink, ...NamedLink[]] }) {
  const [params, setParams] = useSearchParams()
  const { link } = links.find((named) => named.link.id === params.get('link')) ?? links[0]
  const read = useMemo(() => readCopyEventsOf(link.id), [link.id])
  const columns = useMemo(() => columnsOf(link.follower_account_id), [link.follower_account_id])
  return (
    <Panel title={words.title}>
      <Stack gap="sm">
        <NativeSelect
          label={words.of}
          data={links.map((named) => ({ value: named.link.id, label: named.name }))}
          value={link.id}
          onChange={({ currentTarget }) => setParams({ link: currentTarget.value }, { replace: true })}
          maw={420}
        />
        <PagedTable
          label={words.label}
          queryKey={copyEventsOf(link.id)}
          read={read}
          columns={columns}
          rowKey={({ id }) => id}
          empty={<Empty title={words.none} hint={words.noneHint} />}
          refetchMs={EVERY_MS}
        />
      </Stack>
    </Panel>
  )
}

const Time = ({ at }: { readonly at: string }) => formatDateTime(at, useZone())

/** The rules that refused, or what else is known. */
const whyOf = ({ rules, message }: CopyEvent): string | null =>
  rules.length > 0 ? rules.map(ruleName).join(', ') : message

const columnsOf = (followerId: string): readonly Column<CopyEvent>[] => [
  {
    name: 'created_at',
    header: words.time,
    text: (row) => row.created_at,
    cell: (row) => <Time at={row.created_at} />,
  },
  {
    name: 'action',
    header: words.action,
    text: ({ action }) => action,
    cell: ({ action }) => words.actions[action],
  },
  { name: 'symbol', header: words.symbol, text: ({ symbol }) => symbol, cell: ({ symbol }) => symbol },
  { name: 'side', header: words.side, text: ({ side }) => side, cell: ({ side }) => <Side of={side} /> },
  {
    name: 'quantity',
    header: words.quantity,
    align: 'right',
    text: ({ quantity }) => quantity,
    cell: ({ quantity }) => formatDecimal(quantity),
  },
  {
    name: 'reason',
    header: words.outcome,
    text: ({ reason }) => reason,
    cell: ({ reason }) => (reason === null ? words.ordered : words.reasons[reason]),
  },
  { name: 'why', header: words.why, text: whyOf, cell: (row) => whyOf(row) ?? '–' },
  {
    name: 'order_id',
    header: words.order,
    text: (row) => row.order_id,
    cell: ({ order_id: id }) =>
      id === null ? (
        '–'
      ) : (
        <Anchor component={Link} to={`/accounts/${followerId}`} size="sm">
          {id.slice(-8)}
        </Anchor>
      ),
  },
]
