import { useConnectionStatus } from '../live/live-context.js'
import { text } from '../text/en/app.js'
import { useNow } from '../ui/time/clock.js'
import { formatSpan, formatTime } from '../ui/time/time.js'
import { useZone } from '../ui/time/zone.js'
import styles from './connection-badge.module.css'

/** Whether figures move by themselves; if they do not, since when, and when it is tried again. */
export function ConnectionBadge() {
  const { state, since, retryAt } = useConnectionStatus()
  const zone = useZone()
  const detail = state === 'waiting' && retryAt !== null ? <Retry at={retryAt} /> : null
  return (
    <span
      className={styles.badge}
      data-state={state}
      role="status"
      title={`${text.status[state]}, ${formatTime(since, zone)}`}
    >
      <span className={styles.dot} aria-hidden />
      <span className={styles.label}>{text.status[state]}</span>
      {detail}
    </span>
  )
}

function Retry({ at }: { readonly at: number }) {
  const left = at - useNow()
  return (
    <span className={styles.retry} aria-hidden>
      {text.retriedIn(formatSpan(left))}
    </span>
  )
}
