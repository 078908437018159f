import { List, Stack, Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { allDeliveries, COUNTED_MAX, countDeliveries, resendMatching } from '../../../api/webhooks.js'
import { deliveries, resend as words } from '../../../text/en/webhooks.js'
import { ConfirmDialog } from '../../../ui/forms/confirm-dialog.js'
import { notify } from '../../../ui/notify.js'
import { formatDateTime } from '../../../ui/time/time.js'
import { useZone } from '../../../ui/time/zone.js'
import { filterAt, type ShownFilter } from './delivery-filter.js'

interface ResendDialogProps {
  readonly filter: ShownFilter
  readonly nameOf: (keyId: string) => string
  readonly onClose: () => void
}

/** Before all that was ever delivered. */
const BEGINNING = '2000-01-01T00:00:00.000Z'

/** Sends all that match again. What matches is decided when the dialog opens: what is made later is not among it. */
export function ResendDialog({ filter, nameOf, onClose }: ResendDialogProps) {
  const queries = useQueryClient()
  const [fixed] = useState(() => {
    const now = Date.now()
    return { to: new Date(now).toISOString(), ...filterAt(filter, now) }
  })
  const [sent, setSent] = useState(0)
  const counted = useQuery({
    queryKey: [...allDeliveries.queryKey, 'count', fixed],
    queryFn: ({ signal }) => countDeliveries(fixed, signal),
    staleTime: Infinity,
  })
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={words.title}
      confirm={words.confirm}
      isDisabled={counted.data === 0}
      onConfirm={async () => {
        const sum = await resendMatching({ from: BEGINNING, ...fixed }, setSent).finally(() =>
          queries.invalidateQueries(allDeliveries),
        )
        void notify(words.sent(sum))
      }}
    >
      <Stack gap="sm">
        <Text size="sm">{words.matches}</Text>
        <Terms filter={fixed} nameOf={nameOf} />
        <Text size="sm" fw={600} role="status">
          {sent > 0 ? words.sent(sent) : countOf(counted.data, counted.isError)}
        </Text>
        <Text size="sm" c="dimmed">
          {words.limit}
        </Text>
      </Stack>
    </ConfirmDialog>
  )
}

function countOf(count: number | undefined, hasFailed: boolean): string {
  if (count === undefined) return hasFailed ? words.notCounted : words.counting
  return count >= COUNTED_MAX ? words.countAtLeast(count) : words.count(count)
}

/** The filter in words. */
function Terms({ filter, nameOf }: Pick<ResendDialogProps, 'filter' | 'nameOf'>) {
  const zone = useZone()
  const { key_id: keyId, status, event_type: event, from, to = '' } = filter
  const until = formatDateTime(to, zone)
  const terms = [
    keyId === undefined ? words.anyKey : words.toKey(nameOf(keyId)),
    event === undefined ? words.anyEvent : words.ofEvent(event),
    status === undefined ? words.anyStatus : words.withStatus(deliveries.statuses[status]),
    from === undefined ? words.until(until) : words.between(formatDateTime(from, zone), until),
  ]
  return (
    <List size="sm">
      {terms.map((term) => (
        <List.Item key={term}>{term}</List.Item>
      ))}
    </List>
  )
}
