/** The moments ahead of each open position at which a rule of the plan does something about it. */
import { nextFlat } from '../calendar/flat-by.js'
import { freezeInForce, nextFreeze } from '../calendar/news.js'
import type { Account } from '../model/account/account.js'
import type { Position } from '../model/account/position.js'
import { graceEndsAt } from '../model/account/uncovered.js'
import type { DecisionContext } from '../model/decision-context.js'
import type { Micros } from '../values/time.js'

export interface Deadline {
  readonly position: Position
  /** When it is closed, unless it is closed before; null: the plan has no such moment. */
  readonly flatAt: Micros | null
  /** When the freeze in force, or the next one that is known, begins; null: none. */
  readonly freezesAt: Micros | null
  /** When it is closed unless it has its stops by then; null while it has them, or needs none. */
  readonly graceEndsAt: Micros | null
}

type Context = Pick<DecisionContext, 'now' | 'news' | 'instruments'>

/** Undefined where the plan has none of these rules. */
export function deadlinesOf({ plan, positions }: Account, context: Context): readonly Deadline[] | undefined {
  const { newsFreeze, orderRules } = plan.risk
  const { flatBy, stopRequired } = orderRules ?? {}
  if (flatBy === undefined && stopRequired === undefined) return undefined
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
    }
  })
}
