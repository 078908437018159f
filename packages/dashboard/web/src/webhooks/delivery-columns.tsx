import { Button } from '@mantine/core'
import type { Delivery } from '@ats/sdk/types'
import { deliveries as words } from '../text/en/webhooks.js'
import { useNow } from '../ui/time/clock.js'
import type { Column } from '../ui/tables/data-table.js'
import { formatDateTime, formatSpan } from '../ui/time/time.js'
import { TimeText } from '../ui/time/time-text.js'
import { ToneBadge, type Tone } from '../ui/tone-badge.js'
import { useZone } from '../ui/time/zone.js'

const TONES: Readonly<Record<Delivery['status'], Tone>> = {
  PENDING: 'warning',
  DELIVERED: 'good',
  DEAD: 'bad',
  DISABLED: 'plain',
}

export const DeliveryStatus = ({ status }: Pick<Delivery, 'status'>) => (
  <ToneBadge tone={TONES[status]}>{words.statuses[status]}</ToneBadge>
)

/** When it is attempted next, and how long that is. */
export function NextAttempt({ at }: { readonly at: string | null }) {
  const now = useNow()
  if (at === null) return <span>–</span>
  const wait = Date.parse(at) - now
  return <time dateTime={at}>{wait < 1_000 ? words.nextNow : words.nextIn(formatSpan(wait))}</time>
}

export type Attempt = Delivery['attempts'][number]

/** Describes the result of an attempt in a few words. */
export const outcomeOf = ({ status, duration_ms: ms, error }: Attempt): string =>
  status === null ? (error ?? words.notAnswered) : words.answered(status, ms)

const latestOf = ({ attempts }: Delivery): string => {
  const latest = attempts.at(-1)
  return latest === undefined ? words.notTried : outcomeOf(latest)
}

/** `receiver`: what receivers are called. */
export const deliveryColumns = (
  nameOf: (keyId: string) => string,
  onDetails: (delivery: Delivery) => void,
  receiver: string = words.key,
): readonly Column<Delivery>[] => [
  {
    name: 'created_at',
    header: words.time,
    text: (row) => row.created_at,
    cell: (row) => <TimeText at={row.created_at} />,
  },
  { name: 'event_type', header: words.event, text: (row) => row.event_type, cell: (row) => row.event_type },
  { name: 'key', header: receiver, text: (row) => nameOf(row.key_id), cell: (row) => nameOf(row.key_id) },
  {
    name: 'status',
    header: words.status,
    text: (row) => row.status,
    cell: (row) => <DeliveryStatus status={row.status} />,
  },
  {
    name: 'attempts',
    header: words.attempts,
    align: 'right',
    text: (row) => row.attempts.at(-1)?.number ?? 0,
    cell: (row) => row.attempts.at(-1)?.number ?? 0,
  },
  { name: 'latest', header: words.latest, text: latestOf, cell: latestOf },
  {
    name: 'next_attempt_at',
    header: words.next,
    text: (row) => row.next_attempt_at,
    cell: (row) => <NextAttempt at={row.next_attempt_at} />,
  },
  {
    name: 'id',
    header: words.details,
    isSticky: true,
    text: (row) => row.id,
    cell: (row) => <Details delivery={row} onDetails={onDetails} />,
  },
]

interface DetailsProps {
  readonly delivery: Delivery
  readonly onDetails: (delivery: Delivery) => void
}

function Details({ delivery, onDetails }: DetailsProps) {
  const name = words.detailsOf(delivery.event_type, formatDateTime(delivery.created_at, useZone()))
  return (
    <Button size="compact-xs" variant="default" onClick={() => onDetails(delivery)} aria-label={name}>
      {words.details}
    </Button>
  )
}
