import { Alert, Stack } from '@mantine/core'
import type { Risk } from '@ats/sdk/types'
import type { Quote } from '../../api/market.js'
import { text } from '../../text/en/market.js'
import { statusOf } from '../../ui/market-status.js'
import { formatDateTime } from '../../ui/time/time.js'
import { useZone } from '../../ui/time/zone.js'

interface NoticesProps {
  readonly quote: Quote | undefined
  readonly freezes: Risk['news_freezes']
}

/** The reasons why nothing can be opened here now, or soon. */
export function Notices({ quote, freezes }: NoticesProps) {
  const zone = useZone()
  const closing = quote === undefined ? null : closedWords(quote)
  return (
    <Stack gap="xs">
      {closing !== null && (
        <Alert color="yellow" variant="light" role="status" title={closing.title}>
          {closing.words}
        </Alert>
      )}
      {freezes.map(({ event, in_force, starts_at, ends_at }) => (
        <Alert key={`${event.id} ${starts_at}`} color="yellow" variant="light" role="status">
          {in_force
            ? text.freezeNow(event.title, formatDateTime(ends_at, zone))
            : text.freezeAhead(event.title, formatDateTime(starts_at, zone))}
        </Alert>
      ))}
    </Stack>
  )
}

function closedWords(quote: Quote): { readonly title: string; readonly words: string } | null {
  switch (statusOf(quote)) {
    case 'STALE':
      return { title: text.staleTitle, words: text.stale[quote.stale_reason ?? 'silent'] }
    case 'CLOSED':
      return { title: text.closedTitle, words: text.closed }
    case 'PAUSED':
      return { title: text.pausedTitle, words: text.paused }
    default:
      return null
  }
}
