import { Button, Group, Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { text } from '../text/en/account.js'
import { CsvButton } from '../ui/tables/csv-button.js'
import { Money } from '../ui/figures/figure.js'
import { signOf } from '../ui/figures/format.js'
import { readingOf } from '../ui/reading.js'
import { ReadingView } from '../ui/states.js'
import { useShownAccount } from './account-context.js'
import styles from './calendar.module.css'
import { blanksBefore, boundsOf, dayResults, monthOf, shiftMonth, sumOf, type DayResult, type Month } from './month.js'

const monthName = ({ year, month }: Month): string =>
  new Date(Date.UTC(year, month, 1)).toLocaleString('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' })

const DAY_MS = 86_400_000
/** The most that the engine gives: a month, and those around it. */
const DAYS_MAX = 41

/** The result of each trading day of a month. */
export function Calendar({ resets }: { readonly resets: string }) {
  const { id, reads, currency } = useShownAccount()
  const now = monthOf(Date.now())
  const [month, setMonth] = useState(now)
  const [from, to] = boundsOf(month)
  const isNow = month.year === now.year && month.month === now.month
  const query = useQuery({
    queryKey: [...reads.key(id), 'days', from],
    // A day and more on both sides: trading days begin at the reset of the plan, in its zone.
    queryFn: ({ signal }) => {
      const span = { from: new Date(from - 2 * DAY_MS).toISOString(), to: new Date(to + 2 * DAY_MS).toISOString() }
      return reads.days(id, { ...span, limit: DAYS_MAX, signal })
    },
  })
  return (
    <>
      <Group justify="space-between" mb="sm">
        <Group gap="xs">
          <Button size="compact-sm" variant="default" onClick={() => setMonth(shiftMonth(month, -1))}>
            {text.previousMonth}
          </Button>
          <Text fw={600} miw={140} ta="center" aria-live="polite">
            {monthName(month)}
          </Text>
          <Button size="compact-sm" variant="default" disabled={isNow} onClick={() => setMonth(shiftMonth(month, 1))}>
            {text.nextMonth}
          </Button>
        </Group>
      </Group>
      <ReadingView reading={readingOf(query)} skeleton={<Skeleton height={380} />} onRetry={() => void query.refetch()}>
        {({ rows }) => <Days month={month} days={dayResults(month, rows)} currency={currency} />}
      </ReadingView>
      <Text size="xs" c="dimmed" mt="xs">
        {text.calendarHint(resets)}
      </Text>
    </>
  )
}

interface DaysProps {
  readonly month: Month
  readonly days: readonly DayResult[]
  readonly currency: string
}

const DIRECTIONS = { '-1': 'down', '0': 'none', '1': 'up' } as const

const Days = ({ month, days, currency }: DaysProps) => (
  <>
    <Group justify="space-between" mb="xs">
      <Text size="sm">
        {text.monthTotal} <Money value={sumOf(days)} currency={currency} signed />
      </Text>
      <CsvButton
        label={text.calendarMonth(monthName(month))}
        columns={[
          { name: 'date', text: ({ date }: DayResult) => date },
          { name: 'result', text: ({ result }: DayResult) => result },
        ]}
        readAll={() => Promise.resolve(days)}
      />
    </Group>
    <ol className={styles.month} aria-label={text.calendarMonth(monthName(month))}>
      {text.weekdays.map((day) => (
        <li key={day} className={styles.weekday} aria-hidden>
          {day}
        </li>
      ))}
      {days.map(({ date, result }, place) => (
        <li
          key={date}
          className={styles.day}
          data-direction={DIRECTIONS[signOf(result)]}
          style={place === 0 ? { gridColumnStart: blanksBefore(month) + 1 } : undefined}
        >
          <time dateTime={date} className={styles.date}>
            {Number(date.slice(8))}
          </time>
          {result !== null && <Money value={result} currency={currency} signed />}
        </li>
      ))}
    </ol>
  </>
)
