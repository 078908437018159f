import { Skeleton, Stack, Text, Title, VisuallyHidden } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { text } from '../text/en/journal.js'
import { readingOf } from '../ui/reading.js'
import { ReadingView } from '../ui/states.js'
import { useShownAccount } from './account-context.js'
import { rBuckets, type RBucket } from './r-buckets.js'
import styles from './r-distribution.module.css'

/** A page of the journal is the most that is drawn. */
const DRAWN = 500

const { distribution: words } = text

function rangeOf({ from, to }: RBucket): string {
  if (from === null) return words.below(to ?? 0)
  return to === null ? words.from(from) : words.between(from, to)
}

/** How often the latest closed positions gained or lost so many times what their stop risked. */
export function RDistribution() {
  const { id, reads } = useShownAccount()
  const query = useQuery({
    queryKey: [...reads.key(id), 'r-distribution'],
    queryFn: ({ signal }) => reads.journal(id, { limit: DRAWN, signal }),
  })
  return (
    <Stack gap="sm">
      <Title order={3}>{words.title}</Title>
      <ReadingView reading={readingOf(query)} skeleton={<Skeleton height={160} />} onRetry={() => void query.refetch()}>
        {({ rows }) => {
          const multiples = rows.flatMap(({ position: { r_multiple: r } }) => (r === null ? [] : [r]))
          if (multiples.length === 0) return <Text c="dimmed">{words.none}</Text>
          return (
            <>
              <Text c="dimmed" size="sm">
                {words.of(multiples.length, rows.length)}
              </Text>
              <Bars buckets={rBuckets(multiples)} />
            </>
          )
        }}
      </ReadingView>
    </Stack>
  )
}

function Bars({ buckets }: { readonly buckets: readonly RBucket[] }) {
  const most = Math.max(...buckets.map(({ count }) => count))
  return (
    <table className={styles.table} aria-label={words.title}>
      <VisuallyHidden component="thead">
        <tr>
          <th scope="col">{text.columns.r}</th>
          <th scope="col">{text.columns.trades}</th>
        </tr>
      </VisuallyHidden>
      <tbody>
        {buckets.map((bucket) => (
          <tr key={bucket.from}>
            <th scope="row">{rangeOf(bucket)}</th>
            <td className={styles.count}>{bucket.count}</td>
            <td aria-hidden>
              {bucket.count > 0 && (
                <div
                  className={styles.bar}
                  data-direction={(bucket.from ?? -1) < 0 ? 'down' : 'up'}
                  style={{ width: `${(100 * bucket.count) / most}%` }}
                />
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
