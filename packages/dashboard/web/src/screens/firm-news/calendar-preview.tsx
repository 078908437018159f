import { Alert, Button, Group, Skeleton, Stack, Text } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ApiError } from '../../api/api-error.js'
import {
  importCalendar,
  newsKey,
  previewCalendar,
  type CalendarFile,
  type NewsEvent,
  type NewsOutcome,
  type PreviewedNews,
} from '../../api/firm/firm-news.js'
import { text } from '../../text/en/firm/firm-news.js'
import { notify } from '../../ui/notify.js'
import { Panel } from '../../ui/panel.js'
import { Problem } from '../../ui/states.js'
import { TimeText } from '../../ui/time/time-text.js'
import { EventEffect } from './event-effect.js'
import styles from './firm-news.module.css'

interface CalendarPreviewProps {
  readonly file: CalendarFile
  readonly onDone: () => void
}

/** A calendar with what it would change and freeze; it is taken over when the operator says so. */
export function CalendarPreview({ file, onDone }: CalendarPreviewProps) {
  const queries = useQueryClient()
  const preview = useQuery({
    queryKey: ['firm', 'news-preview', file.name, file.text],
    queryFn: () => previewCalendar(file),
    ...{ gcTime: 0, staleTime: 0, retry: false, refetchOnWindowFocus: false },
  })
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => importCalendar(file),
    onSuccess: async ({ inserted, updated }) => {
      await Promise.all([queries.invalidateQueries({ queryKey: newsKey }), notify(text.applied(inserted, updated))])
      onDone()
    },
  })
  const outcome = preview.data
  const hasChanges = outcome !== undefined && outcome.inserted + outcome.updated > 0
  return (
    <Panel title={text.previewOf(file.name)}>
      <Stack gap="sm">
        {preview.error !== null && <Refused error={preview.error} />}
        {outcome === undefined && preview.error === null && <Skeleton height={120} />}
        {outcome !== undefined && <Changes outcome={outcome} />}
        {error !== null && <Problem problem={error} />}
        <Group gap="xs">
          {hasChanges && (
            <Button loading={isPending} onClick={() => mutate()}>
              {text.apply}
            </Button>
          )}
          <Button variant="default" onClick={onDone} disabled={isPending}>
            {text.discard}
          </Button>
        </Group>
      </Stack>
    </Panel>
  )
}

/** Each problem of a calendar: by its event, or by its line. */
function Refused({ error }: { readonly error: Error }) {
  const issues = error instanceof ApiError ? (error.body.issues ?? []) : []
  if (issues.length === 0) return <Problem problem={error} />
  return (
    <Alert color="red" variant="light" role="alert" title={text.problems(issues.length)}>
      <ul className={styles.problems}>
        {issues.map(({ path, message }) => (
          <li key={`${path.join('.')} ${message}`}>{message}</li>
        ))}
      </ul>
    </Alert>
  )
}

function Changes({ outcome }: { readonly outcome: NewsOutcome }) {
  const { inserted, updated, unchanged, events = [], absent = [] } = outcome
  return (
    <>
      <Text size="sm" role="status">
        {inserted + updated === 0 ? text.nothing : text.counts(inserted, updated, unchanged)}{' '}
        {events.length < inserted + updated && text.shown(events.length)}
      </Text>
      <ul className={styles.events}>
        {events.map((event) => (
          <Change key={event.id} event={event} />
        ))}
      </ul>
      {absent.length > 0 && (
        <details>
          <summary>{text.absent(absent.length)}</summary>
          <Text size="sm" c="dimmed">
            {text.absentHint}
          </Text>
          <ul className={styles.problems}>
            {absent.map((event) => (
              <li key={event.id}>
                <Terms event={event} />
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  )
}

const Change = ({ event }: { readonly event: PreviewedNews }) => (
  <li className={styles.event} data-impact={event.impact}>
    <p className={styles.title}>
      {text.outcomes[event.outcome]}: {event.title}
    </p>
    <div className={styles.about}>
      <Terms event={event} />
    </div>
    {event.before !== undefined && (
      <div className={styles.about}>
        {text.before}: <Terms event={event.before} />
      </div>
    )}
    <EventEffect concerns={event.concerns} freezes={event.freezes} adjusts={event.adjusts} />
  </li>
)

const Terms = ({ event }: { readonly event: NewsEvent }) => (
  <>
    <TimeText at={event.at} /> · {event.title} · {text.impacts[event.impact]} ·{' '}
    {[...event.currencies, ...event.symbols].join(', ')}
  </>
)
