import type { Highs } from '../../core/model/account/peak.js'
import { formatDecimal } from '../../core/values/decimal.js'
import { DAY_HIGH_CHANNEL, HIGH_CHANNEL } from '../cluster/account-channel.js'
import type { Queryable } from '../read/queryable.js'

/**
 * Raises the highs of accounts, outside their versions: what only rises can be written beside decisions. Accounts that
 * somebody is moving at this moment are waited for, in the order in which everybody locks them. Other processes are
 * notified in the name of the `sender`; null: there are none.
 */
export async function raiseHighs(
  db: Queryable,
  highs: ReadonlyMap<string, Highs>,
  sender: string | null,
): Promise<void> {
  const marks = [...highs].flatMap(([id, { mark }]) => (mark === null ? [] : [[id, formatDecimal(mark)] as const]))
  const days = [...highs].flatMap(([id, { day }]) =>
    day === null ? [] : [[id, day.date, formatDecimal(day.high)] as const],
  )
  if (marks.length > 0) await raise(db, MARK, sender, [marks.map(([id]) => id), marks.map(([, high]) => high)])
  if (days.length > 0)
    await raise(db, DAY, sender, [days.map(([id]) => id), days.map(([, , high]) => high), days.map(([, date]) => date)])
}

async function raise(db: Queryable, { name, write, notify }: Raise, sender: string | null, values: readonly unknown[]) {
  if (sender === null) await db.query({ name, text: write, values: [...values] })
  else await db.query({ name: `${name}_notify`, text: notify, values: [...values, sender] })
}

interface Raise {
  readonly name: string
  readonly write: string
  readonly notify: string
}

/** A notification is shorter than 8,000 bytes: a mark and its account take some 80. */
const MARKS_PER_NOTICE = 80

const noticesOf = (channel: string, sender: string, words: string): string =>
  `select pg_notify('${channel}', ${sender} || ',' || string_agg(${words}, ',')) from (
    select *, row_number() over () / ${MARKS_PER_NOTICE} as notice from raised) r group by notice`

const RAISED = `
  raised as (select a.id, r.high from accounts a join unnest($1::uuid[], $2::numeric[]) as r (id, high) on r.id = a.id
    where a.high_water_mark < r.high order by a.id for no key update of a)`
const WRITE = `
  update accounts a set high_water_mark = greatest(a.high_water_mark, r.high) from raised r where a.id = r.id`

const MARK: Raise = {
  name: 'raise_high_water_marks',
  write: `with ${RAISED} ${WRITE}`,
  notify: `with ${RAISED}, written as (${WRITE}) ${noticesOf(HIGH_CHANNEL, '$3', "id || ',' || high")}`,
}

/** The high of a day that has ended since is no matter any more. */
const RAISED_DAYS = `
  raised as (select a.id, r.high, r.date
    from accounts a join unnest($1::uuid[], $2::numeric[], $3::date[]) as r (id, high, date) on r.id = a.id
    where a.trading_day = r.date and a.day_high < r.high order by a.id for no key update of a)`
const WRITE_DAYS = `
  update accounts a set day_high = greatest(a.day_high, r.high) from raised r
    where a.id = r.id and a.trading_day = r.date`

const DAY: Raise = {
  name: 'raise_day_highs',
  write: `with ${RAISED_DAYS} ${WRITE_DAYS}`,
  notify: `with ${RAISED_DAYS}, written as (${WRITE_DAYS})
    ${noticesOf(DAY_HIGH_CHANNEL, '$4', "id || ',' || date || ',' || high")}`,
}
