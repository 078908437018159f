/** The plan of an example: `max_positions 2 and daily_loss EQUITY 5 LOCK` says all of it that binds. */
import { decimal, rate } from '../../../src/core/values/decimal.js'
import { VENUE_IDS } from '../../../src/core/model/market/instrument.js'
import type { DrawdownRule, LossAction, Reference } from '../../../src/core/model/plan/loss-rules.js'
import { EXECUTIONS, MARGIN_MODES, type ExecutionName } from '../../../src/core/model/plan/plan.js'
import type { PlanFields } from '../plans/plans.js'

const MODES = ['STATIC', 'TRAILING_EOD', 'TRAILING_INTRADAY'] as const satisfies DrawdownRule['mode'][]
const BASES = ['INITIAL', 'BALANCE', 'EQUITY', 'HIGHER_OF'] as const satisfies Reference[]
const ACTIONS = ['LOCK', 'TERMINATE'] as const satisfies LossAction[]
const SCOPES = ['OPENING', 'ALL'] as const

export interface ExampleFields extends PlanFields {
  readonly execution?: ExecutionName
}

/** Throws when a field is not understood. The names are those of `risk_config` in the API. */
export const planFields = (text: string): ExampleFields =>
  text.split(' and ').reduce((fields, field) => ({ ...fields, ...readField(field.split(' ')) }), {})

function readField([name, first = '', second = '', third = '']: readonly string[]): ExampleFields {
  switch (name) {
    case 'execution':
      return { execution: oneOf(EXECUTIONS, first) }
    case 'max_leverage':
      return { leverageMax: first }
    case 'max_symbol_notional':
      return { symbolNotionalMax: first }
    case 'max_total_notional':
      return { totalNotionalMax: first }
    case 'max_open_orders':
      return { openOrdersMax: Number(first) }
    case 'max_positions':
      return { positionsMax: Number(first) }
    case 'margin_mode':
      return { marginMode: oneOf(MARGIN_MODES, first) }
    case 'allowed_venues':
      return { allowedVenues: [oneOf(VENUE_IDS, first)] }
    case 'max_drawdown': {
      const lockAtInitial = third !== '' && oneOf(['lock_at_initial'], third) === third
      return { maxDrawdown: { mode: oneOf(MODES, first), pct: rate(decimal(second)), lockAtInitial } }
    }
    case 'daily_loss':
      return { dailyLoss: { base: oneOf(BASES, first), pct: rate(decimal(second)), action: oneOf(ACTIONS, third) } }
    case 'news_freeze':
      return {
        newsFreeze: {
          beforeMinutes: Number(first),
          afterMinutes: Number(second),
          impacts: ['HIGH'],
          scope: oneOf(SCOPES, third),
        },
      }
    case 'objective':
      return { objective: { profitTargetPct: rate(decimal(first)), tradingDaysMin: Number(second) } }
    default:
      throw new Error(`not a field of a plan: ${name}`)
  }
}

/** The word of the list; throws when it is none of them. */
export function oneOf<T extends string>(words: readonly T[], text: string): T {
  const word = words.find((each) => each === text)
  if (word === undefined) throw new Error(`${text} is none of ${words.join(', ')}`)
  return word
}
