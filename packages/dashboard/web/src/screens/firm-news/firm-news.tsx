import { Button, Group, Skeleton, Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { newsKey, newsQuery, removeNews, type CalendarFile, type ScheduledNews } from '../../api/firm/firm-news.js'
import { Page } from '../../app/page.js'
import { text } from '../../text/en/firm/firm-news.js'
import { useNow } from '../../ui/time/clock.js'
import { ConfirmDialog } from '../../ui/forms/confirm-dialog.js'
import { useDialog } from '../../ui/forms/dialog-state.js'
import { useFormDraft } from '../../ui/forms/form-draft.js'
import { notify } from '../../ui/notify.js'
import { Panel } from '../../ui/panel.js'
import { readingOf } from '../../ui/reading.js'
import { Segments } from '../../ui/forms/segments.js'
import { ReadingView } from '../../ui/states.js'
import { TimeText } from '../../ui/time/time-text.js'
import { dateIn } from '../../ui/time/wall-time.js'
import { useZone, zoneId } from '../../ui/time/zone.js'
import { CalendarPreview } from './calendar-preview.js'
import { calendarDays, readSpan, stepDate, type CalendarDay, type CalendarView } from './calendar-span.js'
import { EventDialog } from './event-dialog.js'
import { EventEffect } from './event-effect.js'
import { emptyEvent, formOf, type EventForm } from './event-form.js'
import { FileDrop } from './file-drop.js'
import styles from './firm-news.module.css'

interface Previewed {
  readonly file: CalendarFile | null
}

const NOTHING: Previewed = { file: null }

/** The calendar by day or week, each event with what it freezes; what is added or imported is previewed first. */
export default function FirmNews() {
  const timeZone = zoneId(useZone())
  const now = useNow()
  const [params, setParams] = useSearchParams()
  const { view, date } = readSpan(params, timeZone, now)
  // What is previewed is still there when its operator had to log in again to apply it.
  const { form, setForm } = useFormDraft<Previewed>({ name: 'news', empty: () => NOTHING })
  const { file } = form
  const setFile = (next: CalendarFile | null): void => setForm(() => ({ file: next }))
  const [isImporting, setImporting] = useState(false)
  const typing = useDialog<{ readonly form: EventForm; readonly isNew: boolean }>()
  const show = (next: CalendarView, day: string): void => setParams({ view: next, date: day })
  const take = (next: CalendarFile): void => {
    setImporting(false)
    setFile(next)
  }
  const add = (): void =>
    typing.open({ form: emptyEvent(`dashboard-${crypto.randomUUID()}`, timeZone, Date.now()), isNew: true })
  return (
    <Page
      title={text.title}
      subtitle={text.subtitle}
      actions={
        <>
          <Button variant="default" aria-expanded={isImporting} onClick={() => setImporting(!isImporting)}>
            {text.import}
          </Button>
          <Button onClick={add}>{text.add}</Button>
        </>
      }
    >
      {isImporting && <FileDrop onFile={take} />}
      {file !== null && <CalendarPreview key={file.name + file.text} file={file} onDone={() => setFile(null)} />}
      <SpanControls {...{ view, date }} today={dateIn(timeZone, now)} timeZone={timeZone} onShow={show} />
      <Calendar
        days={calendarDays(view, date, timeZone)}
        today={dateIn(timeZone, now)}
        onEdit={(event) => typing.open({ form: formOf(event, timeZone), isNew: false })}
      />
      {typing.subject !== null && (
        <EventDialog
          key={JSON.stringify(typing.subject.form)}
          begin={typing.subject.form}
          isNew={typing.subject.isNew}
          timeZone={timeZone}
          isOpen={typing.isOpen}
          onClose={typing.close}
          onPreview={take}
        />
      )}
    </Page>
  )
}

interface SpanControlsProps {
  readonly view: CalendarView
  readonly date: string
  readonly today: string
  readonly timeZone: string
  readonly onShow: (view: CalendarView, date: string) => void
}

const SpanControls = ({ view, date, today, timeZone, onShow }: SpanControlsProps) => (
  <Group gap="xs">
    <Segments label={text.view} options={text.views} value={view} onChange={(next) => onShow(next, date)} />
    <Button variant="default" onClick={() => onShow(view, stepDate(view, date, -1))}>
      {text.previous}
    </Button>
    <Button variant="default" onClick={() => onShow(view, today)}>
      {text.today}
    </Button>
    <Button variant="default" onClick={() => onShow(view, stepDate(view, date, 1))}>
      {text.next}
    </Button>
    <Text size="sm" c="dimmed">
      {text.timesIn(timeZone)}
    </Text>
  </Group>
)

interface CalendarProps {
  readonly days: readonly CalendarDay[]
  readonly today: string
  readonly onEdit: (event: ScheduledNews) => void
}

function Calendar({ days, today, onEdit }: CalendarProps) {
  const [first, last] = [days[0]?.from ?? 0, days.at(-1)?.to ?? 0]
  const news = useQuery(newsQuery(new Date(first).toISOString(), new Date(last - 1).toISOString()))
  const removing = useDialog<ScheduledNews>()
  return (
    <>
      <ReadingView reading={readingOf(news)} skeleton={<Skeleton height={420} />} onRetry={() => void news.refetch()}>
        {(events) => (
          <Panel>
            {days.map((day) => (
              <Day
                key={day.date}
                day={day}
                isToday={day.date === today}
                events={events.filter(({ at }) => Date.parse(at) >= day.from && Date.parse(at) < day.to)}
                onEdit={onEdit}
                onRemove={removing.open}
              />
            ))}
          </Panel>
        )}
      </ReadingView>
      {removing.subject !== null && (
        <RemoveDialog event={removing.subject} isOpen={removing.isOpen} onClose={removing.close} />
      )}
    </>
  )
}

interface DayProps {
  readonly day: CalendarDay
  readonly isToday: boolean
  readonly events: readonly ScheduledNews[]
  readonly onEdit: (event: ScheduledNews) => void
  readonly onRemove: (event: ScheduledNews) => void
}

const WEEKDAY = new Intl.DateTimeFormat('en-GB', { weekday: 'long', day: '2-digit', month: 'short', timeZone: 'UTC' })

const Day = ({ day, isToday, events, onEdit, onRemove }: DayProps) => (
  <section className={styles.day} data-today={isToday} aria-label={day.date}>
    <h2>
      {WEEKDAY.format(new Date(`${day.date}T00:00:00Z`))}
      {isToday && ` · ${text.today}`}
    </h2>
    {events.length === 0 ? (
      <Text size="sm" c="dimmed">
        {text.noNews}
      </Text>
    ) : (
      <ul className={styles.events}>
        {events.map((event) => (
          <li key={event.id} className={styles.event} data-impact={event.impact}>
            <div className={styles.head}>
              <h3 className={styles.title}>
                <TimeText at={event.at} isShort /> {event.title}
              </h3>
              <Group gap={6}>
                <Button
                  size="compact-sm"
                  variant="default"
                  onClick={() => onEdit(event)}
                  aria-label={`${text.edit} ${event.title}`}
                >
                  {text.edit}
                </Button>
                <Button
                  size="compact-sm"
                  variant="default"
                  c="var(--down)"
                  onClick={() => onRemove(event)}
                  aria-label={`${text.remove} ${event.title}`}
                >
                  {text.remove}
                </Button>
              </Group>
            </div>
            <div className={styles.about}>
              {text.impact}: {text.impacts[event.impact]} · {[...event.currencies, ...event.symbols].join(', ')}
            </div>
            <EventEffect concerns={event.concerns ?? []} freezes={event.freezes ?? []} adjusts={event.adjusts ?? []} />
          </li>
        ))}
      </ul>
    )}
  </section>
)

interface RemoveDialogProps {
  readonly event: ScheduledNews
  readonly isOpen: boolean
  readonly onClose: () => void
}

function RemoveDialog({ event, isOpen, onClose }: RemoveDialogProps) {
  const queries = useQueryClient()
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={onClose}
      title={text.removeTitle(event.title)}
      confirm={text.remove}
      isDangerous
      onConfirm={async () => {
        await removeNews(event.id)
        await Promise.all([queries.invalidateQueries({ queryKey: newsKey }), notify(text.removed)])
      }}
    >
      <Text size="sm">{text.removeText}</Text>
    </ConfirmDialog>
  )
}
