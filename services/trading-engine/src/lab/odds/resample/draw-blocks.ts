/**
 * The days of an attempt: blocks of days that followed one another in a record, each with its prices and its orders.
 * A block begins and ends where nothing was held, so no position meets the prices of another time. A day of a market
 * that is not always open is played on the same day of the week.
 */
import { TICKS_PER_DAY } from '../../../core/values/tick.js'
import type { Catalogue } from '../../../market/catalogue.js'
import { lastSlot, type Tape } from '../../tapes/tape.js'
import type { Random } from '../../tapes/xoshiro.js'
import { dayNumber, recordedDays, type RecordedDay, type RecordedFill } from './recorded-days.js'

/** A tape, and what a trader has done on it. */
export interface Recording {
  readonly tape: Tape
  /** In the order of time. */
  readonly fills: readonly RecordedFill[]
}

export interface SourceDay extends RecordedDay {
  /** The place of its recording. */
  readonly source: number
}

/** Null: a day without prices, on which nothing is done. */
export type DrawnDay = SourceDay | null

const WEEK = 7
const QUARTER_TICKS = TICKS_PER_DAY / 96

/** The days of a recording that can be drawn: those up to the last at whose end nothing was held. */
export function drawableDays({ tape, fills }: Recording, source: number): readonly SourceDay[] {
  const [firstFill, lastFill] = [fills[0], fills.at(-1)]
  if (firstFill === undefined || lastFill === undefined) return []
  const first = Math.max(Math.ceil(tape.firstTick / TICKS_PER_DAY), dayNumber(firstFill.at))
  // A day without trading tells nothing at its end.
  const end = Math.floor((tape.firstTick + lastSlot(tape) + QUARTER_TICKS) / TICKS_PER_DAY)
  const days = recordedDays(fills, first, Math.min(end - 1, dayNumber(lastFill.at)))
  const from = days.findIndex(({ beginsFlat }) => beginsFlat)
  const to = days.findLastIndex(({ endsFlat }) => endsFlat)
  return from < 0 ? [] : days.slice(from, to + 1).map((day) => ({ ...day, source }))
}

export interface BlockDraw {
  readonly days: readonly SourceDay[]
  readonly meanBlock: number
  /** The places of the days that a block may begin with, for each day of the week of attempts, from their first. */
  readonly starts: readonly (readonly number[])[]
  /** The first day of attempts. */
  readonly begins: number
}

export function createBlockDraw(
  recordings: readonly Recording[],
  meanBlock: number,
  catalogue: Pick<Catalogue, 'find'>,
): BlockDraw {
  const days = recordings.flatMap((recording, source) => drawableDays(recording, source))
  const hours = recordings.flatMap(({ tape }) => tape.series.map(({ symbol }) => catalogue.find(symbol)?.tradingHours))
  const keepsWeekday = hours.some((of) => of !== undefined && !of.isAlwaysOpen)
  return blockDrawOf(days, meanBlock, keepsWeekday)
}

/** @param keepsWeekday whether days have to be of the same day of the week */
export function blockDrawOf(days: readonly SourceDay[], meanBlock: number, keepsWeekday: boolean): BlockDraw {
  const begins = days[0]?.number ?? 0
  const starts = Array.from({ length: WEEK }, (_, weekday) =>
    days.flatMap((day, place) =>
      day.beginsFlat && (!keepsWeekday || day.number % WEEK === (begins + weekday) % WEEK) ? [place] : [],
    ),
  )
  return { days, meanBlock, starts, begins }
}

export function drawDays({ days, meanBlock, starts }: BlockDraw, count: number, random: Random): DrawnDay[] {
  const drawn: DrawnDay[] = []
  let place = -1
  for (let number = 0; number < count; number += 1) {
    const before = days[place]
    const next = days[place + 1]
    const follows = before !== undefined && next?.source === before.source && next.number === before.number + 1
    const ends = !follows || (before.endsFlat && random.uniform() * meanBlock < 1)
    if (ends) {
      const among = starts[number % WEEK] ?? []
      place = among.length === 0 ? -1 : (among[random.below(among.length)] ?? -1)
    } else place += 1
    drawn.push(days[place] ?? null)
  }
  return drawn
}
