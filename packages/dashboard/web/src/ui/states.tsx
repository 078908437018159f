import { Alert, Button, Paper, Skeleton, Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { ApiError } from '../api/api-error.js'
import { formDrafts } from '../api/form-drafts.js'
import { loginAddress } from '../api/login.js'
import { text } from '../text/en/common.js'
import { withMoney } from './figures/as-sentence.js'
import { useNow } from './time/clock.js'
import type { Reading } from './reading.js'
import { formatSpan, formatTime } from './time/time.js'
import { useZone } from './time/zone.js'
import styles from './states.module.css'

interface ReadingViewProps<T> {
  readonly reading: Reading<T>
  /** Shown until it comes, of the size of what comes, so that nothing moves when it does. */
  readonly skeleton: ReactNode
  readonly onRetry?: () => void
  /** It is all there is of a page: what went wrong is then its heading. */
  readonly isPage?: boolean
  readonly children: (value: T) => ReactNode
}

/** Shows what was read; its skeleton before; and, greyed with its time, the last of it when reading fails. */
export function ReadingView<T>({
  reading,
  skeleton,
  onRetry,
  isPage = false,
  children,
}: ReadingViewProps<T>): ReactNode {
  const { value, at, problem } = reading
  if (value === undefined) {
    if (problem === null) return skeleton
    return (
      <>
        {isPage && (
          <Title order={1} mb="md">
            {titleOf(problem)}
          </Title>
        )}
        <Problem problem={problem} onRetry={onRetry} />
      </>
    )
  }
  if (problem === null) return children(value)
  return (
    <Stack gap="xs">
      <Problem problem={problem} at={at} onRetry={onRetry} />
      <div className={styles.old}>{children(value)}</div>
    </Stack>
  )
}

interface ProblemProps {
  readonly problem: Error
  /** The time of the last values, which are still shown. */
  readonly at?: number | null
  readonly onRetry?: (() => void) | undefined
}

/** Says what went wrong, what that means for what is shown, and what can be done. */
export function Problem({ problem, at = null, onRetry }: ProblemProps) {
  const zone = useZone()
  const until = problem instanceof ApiError ? problem.retryAt : null
  // The session is too old for what moves money or cannot be taken back, or there is none any more.
  const loginUrl = problem instanceof ApiError ? problem.body.login_url : undefined
  return (
    <Alert color="red" variant="light" role="alert" className={styles.problem} title={titleOf(problem)}>
      <Stack gap={6} align="flex-start">
        <Text size="sm">{explain(problem)}</Text>
        {at !== null && <Text size="sm">{text.shownAsOf(formatTime(at, zone))}</Text>}
        {until !== null && <Until at={until} />}
        {loginUrl !== undefined && (
          <Button
            size="xs"
            variant="default"
            component="a"
            href={loginAddress(window.location, loginUrl)}
            onClick={formDrafts.keep}
          >
            {text.logInAgain}
          </Button>
        )}
        {onRetry !== undefined && (
          <Button size="xs" variant="default" onClick={onRetry}>
            {text.tryAgain}
          </Button>
        )}
      </Stack>
    </Alert>
  )
}

function Until({ at }: { readonly at: number }) {
  const now = useNow()
  const zone = useZone()
  if (now >= at) return <Text size="sm">{text.limitOver}</Text>
  return <Text size="sm">{text.limitUntil(formatTime(at, zone), formatSpan(at - now))}</Text>
}

function titleOf(problem: Error): string {
  if (!(problem instanceof ApiError)) return text.failed
  if (problem.status === 0) return text.unreachable
  if (problem.status === 429) return text.tooMany
  if (problem.status === 404) return text.notFound
  return problem.status >= 500 ? text.serviceFailed : text.refused
}

function explain(problem: Error): string {
  if (!(problem instanceof ApiError)) return problem.message
  if (problem.status === 0) return text.unreachableHint
  const { issues = [], request_id: id } = problem.body
  const said = [problem.message, ...issues.map(({ path, message }) => `${path.join('.')}: ${message}`)]
  return `${withMoney(said.join('; '))}${problem.status >= 500 && id !== undefined ? ` (${text.requestId(id)})` : ''}`
}

interface EmptyProps {
  readonly title: string
  readonly hint?: string
  /** The next step. */
  readonly children?: ReactNode
}

export const Empty = ({ title, hint, children }: EmptyProps) => (
  <Paper className={styles.empty} withBorder>
    <Title order={2} size="h3">
      {title}
    </Title>
    {hint !== undefined && (
      <Text size="sm" c="dimmed" maw={460}>
        {hint}
      </Text>
    )}
    {children}
  </Paper>
)

/** Lines of a table before it is there. */
export const RowsSkeleton = ({ rows = 6 }: { readonly rows?: number }) => (
  <Stack gap={1} aria-busy aria-label={text.loading} role="status">
    {Array.from({ length: rows }, (_, row) => (
      <Skeleton key={row} height={36} radius={2} />
    ))}
  </Stack>
)

/** Only when it is old: the time of what is shown. */
export function AsOf({ at, isOld }: { readonly at: number | null; readonly isOld: boolean }) {
  const zone = useZone()
  if (at === null || !isOld) return null
  return (
    <Text span size="xs" c="var(--warn)">
      {text.asOf(formatTime(at, zone))}
    </Text>
  )
}
