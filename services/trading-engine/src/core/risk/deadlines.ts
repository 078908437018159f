/** The moments ahead of each open position at which a rule of the plan does something about it. */
import { nextFlat } from '../calendar/flat-by.js'
import { freezeInForce, nextFreeze, nextWindow, windowInForce } from '../calendar/news.js'
import type { Account } from '../model/account/account.js'
import type { Position } from '../model/account/position.js'
import { graceEndsAt } from '../model/account/uncovered.js'
import type { DecisionContext } from '../model/decision-context.js'
import type { Instrument } from '../model/market/instrument.js'
import type { NewsRule } from '../model/plan/news-rule.js'
import type { HoldingRule } from '../model/plan/order-rules.js'
import type { Micros } from '../values/time.js'

export interface Deadline {
  readonly position: Position
  /** When it is closed, unless it is closed before; null: the plan has no such moment. */
  readonly flatAt: Micros | null
  /** When the freeze in force, or the next one that is known, begins; null: none. */
  readonly freezesAt: Micros | null
  /** When it is closed unless it has its stops by then; null while it has them, or needs none. */
  readonly graceEndsAt: Micros | null
  /** When the window of news in force, or the next one, begins in which profit does not count in full. */
  readonly newsAt?: Micros | null
  /** From when on the profit of all of it counts; null: it does. Absent, as the one before, where no rule has it. */
  readonly countsFrom?: Micros | null
}

type Context = Pick<DecisionContext, 'now' | 'news' | 'instruments'>

/** Undefined where the plan has none of these rules. */
export function deadlinesOf({ plan, positions }: Account, context: Context): readonly Deadline[] | undefined {
  const { newsFreeze, orderRules } = plan.risk
  const { flatBy, stopRequired, holdingTime } = orderRules ?? {}
  const isProfitAdjusted = newsFreeze?.adjusts !== undefined || holdingTime !== undefined
  if (flatBy === undefined && stopRequired === undefined && !isProfitAdjusted) return undefined
  return [...positions.values()].map((position) => {
    const instrument = context.instruments.find(position.symbol)
    const freeze =
      instrument === undefined
        ? null
        : (freezeInForce(newsFreeze, instrument, context) ?? nextFreeze(newsFreeze, instrument, context))
    const flat = instrument === undefined ? null : nextFlat(flatBy ?? [], instrument, context.now)
    return {
      position,
      flatAt: flat?.at ?? null,
      freezesAt: freeze?.startsAt ?? null,
      graceEndsAt: stopRequired === undefined ? null : graceEndsAt(position, stopRequired),
      ...(newsFreeze?.adjusts && { newsAt: newsAt(newsFreeze, instrument, context) }),
      ...(holdingTime && { countsFrom: countsFrom(position, holdingTime, context.now) }),
    }
  })
}

const newsAt = (rule: NewsRule, instrument: Instrument | undefined, context: Context): Micros | null =>
  instrument === undefined
    ? null
    : ((windowInForce(rule, instrument, context) ?? nextWindow(rule, instrument, context))?.startsAt ?? null)

function countsFrom({ parts }: Position, { secondsMin }: HoldingRule, now: Micros): Micros | null {
  const from = parts === undefined || parts.recent === 0n ? null : parts.lastAt + secondsMin * SECOND
  return from === null || from <= now ? null : from
}

const SECOND = 1_000_000
