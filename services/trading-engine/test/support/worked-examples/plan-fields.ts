/** The plan of an example: `max_positions 2 and daily_loss EQUITY 5 LOCK` says all of it that binds. */
import { decimal, rate, usd, type Rate } from '../../../src/core/values/decimal.js'
import { ASSET_CLASSES, VENUE_IDS } from '../../../src/core/model/market/instrument.js'
import {
  AMOUNT_BASES,
  DRAWDOWN_MODES,
  LOSS_ACTIONS,
  PAYOUT_FLOORS,
  REFERENCES,
  type Reference,
} from '../../../src/core/model/plan/loss-rules.js'
import { HEDGING_MODES, STRIKE_ACTIONS, STRIKE_RULES, WEEKDAYS } from '../../../src/core/model/plan/order-rules.js'
import { NEWS_SCOPES, NEWS_TREATMENTS, type NewsRule } from '../../../src/core/model/plan/news-rule.js'
import { EXECUTIONS, MARGIN_MODES, type ExecutionName } from '../../../src/core/model/plan/plan.js'
import {
  COMPARISONS,
  CONSISTENCY_DENOMINATORS,
  CONSISTENCY_NUMERATORS,
  DAY_COUNTS,
} from '../../../src/core/model/plan/objective-rule.js'
import type { ObjectiveFields, PlanFields } from '../plans/plans.js'

const BASES = ['INITIAL', 'BALANCE', 'EQUITY', 'HIGHER_OF'] as const satisfies Reference[]

export interface ExampleFields extends PlanFields {
  readonly execution?: ExecutionName
}

/** Throws when a field is not understood. The names are those of `risk_config` in the API. */
export const planFields = (text: string): ExampleFields =>
  text.split(' and ').reduce<ExampleFields>((fields, field) => {
    const read = readField(field.split(' '))
    return { ...fields, ...read, ...(read.orderRules && { orderRules: { ...fields.orderRules, ...read.orderRules } }) }
  }, {})

function readField([name, ...words]: readonly string[]): ExampleFields {
  const [first = '', second = '', third = ''] = words
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
    case 'max_drawdown':
      return {
        maxDrawdown: { ...readDrawdown(words.slice(2)), mode: oneOf(DRAWDOWN_MODES, first), pct: percent(second) },
      }
    case 'daily_loss': {
      if (third !== 'of')
        return { dailyLoss: { base: oneOf(BASES, first), pct: percent(second), action: oneOf(LOSS_ACTIONS, third) } }
      const [base = '', action = ''] = words.slice(3)
      const rule = { reference: oneOf(REFERENCES, first), pct: percent(second) }
      const rest = { amountBase: oneOf(AMOUNT_BASES, base), action: oneOf(LOSS_ACTIONS, action) }
      return { bothCrossed: 'STRICTEST', dailyLoss: { ...rule, ...rest } }
    }
    case 'news_freeze':
      return {
        newsFreeze: {
          beforeMinutes: Number(first),
          afterMinutes: Number(second),
          impacts: ['HIGH'],
          scope: oneOf(NEWS_SCOPES, third),
          ...newsAdjustment(words.slice(3)),
        },
      }
    case 'holding_time':
      return { orderRules: { holdingTime: { secondsMin: Number(first), per: 'TRADE' } } }
    case 'by_class': {
      const [assetClass = '', kind = '', amount = ''] = words
      const none = { notionalMax: null, marginPctMax: null, positionsMax: null }
      return { orderRules: { byClass: { [oneOf(ASSET_CLASSES, assetClass)]: { ...none, ...classCap(kind, amount) } } } }
    }
    case 'stop_required': {
      const action = second === 'STRIKE' ? second : 'CLOSE'
      const riskPctMax = second === '' || second === 'STRIKE' ? null : percent(second)
      return { orderRules: { stopRequired: { graceSeconds: Number(first), riskPctMax, action } } }
    }
    case 'max_loss_per_idea':
      return {
        orderRules: { maxLossPerIdea: { pct: percent(first), action: second === 'TERMINATE' ? second : 'CLOSE' } },
      }
    case 'strikes': {
      const [rule = '', max = '', days = '', then = ''] = words
      const counted = { rule: oneOf(STRIKE_RULES, rule), max: Number(max), windowDays: Number(days) }
      return { orderRules: { strikes: [{ ...counted, action: oneOf(STRIKE_ACTIONS, then) }] } }
    }
    case 'hedging':
      return { orderRules: { hedging: oneOf(HEDGING_MODES, first) } }
    case 'flat_by': {
      const [day = '', lead = ''] = words.slice(2)
      const moment = { time: first, timeZone: second, days: [oneOf(WEEKDAYS, day)], classes: null }
      return { orderRules: { flatBy: [{ ...moment, leadMinutes: Number(lead), severity: 'CLOSE' }] } }
    }
    case 'objective':
      return { objective: readObjective(percent(first), Number(second), words.slice(2)) }
    case 'inactivity':
      return { inactivity: { warnAfterDays: Number(first), closeAfterDays: Number(second) } }
    default:
      throw new Error(`not a field of a plan: ${name}`)
  }
}

/** Reads what follows the scope: `EXCLUDE_PROFIT`, `FACTOR 40 exempt 30`. */
function newsAdjustment([treatment = 'FREEZE', ...words]: readonly string[]): Pick<NewsRule, 'adjusts'> {
  const name = oneOf(NEWS_TREATMENTS, treatment)
  if (name === 'FREEZE') return {}
  const exempt = words.indexOf('exempt')
  const exemptMinutes = exempt === -1 ? null : Number(words[exempt + 1])
  return { adjusts: { treatment: name, countsPct: percent(name === 'FACTOR' ? (words[0] ?? '') : '0'), exemptMinutes } }
}

function classCap(kind: string, amount: string): object {
  if (kind === 'max_notional') return { notionalMax: usd(decimal(amount)) }
  return kind === 'max_margin_pct' ? { marginPctMax: percent(amount) } : { positionsMax: Number(amount) }
}

const percent = (text: string) => rate(decimal(text))

/** Reads what follows the target and the days: `NET_PROFIT 150`, `max_days 30`, `consistency 50 BEST_DAY NET LE`. */
function readObjective(profitTargetPct: Rate, min: number, [word, ...rest]: readonly string[]): ObjectiveFields {
  if (word === undefined) return { profitTargetPct, tradingDaysMin: min }
  const more = (taken: number) => readObjective(profitTargetPct, min, rest.slice(taken))
  const [first = '', second = '', third = '', fourth = ''] = rest
  switch (word) {
    case 'max_days':
      return { ...more(1), daysMax: Number(first) }
    case 'not_flat':
      return { ...more(0), requiresFlat: false, targetBasis: 'EQUITY' }
    case 'consistency': {
      const consistency = {
        ...{ pct: percent(first), numerator: oneOf(CONSISTENCY_NUMERATORS, second), applies: ['PASS'] as const },
        ...{ denominator: oneOf(CONSISTENCY_DENOMINATORS, third), comparison: oneOf(COMPARISONS, fourth) },
      }
      return { ...more(4), consistency: { ...consistency, window: 'PHASE' } }
    }
    default: {
      const threshold = word === 'NET_PROFIT' ? { pct: null, amount: usd(decimal(first)) } : null
      return { ...more(threshold === null ? 0 : 1), tradingDays: { min, counts: oneOf(DAY_COUNTS, word), threshold } }
    }
  }
}

/** Reads what follows the mode and the share: `lock_at_initial`, `END_OF_DAY`, `KEEP` and the like. */
function readDrawdown(words: readonly string[]): NonNullable<ExampleFields['maxDrawdown']> {
  return words.reduce((fields, word) => {
    if (word === 'lock_at_initial') return { ...fields, lockAtInitial: true }
    if (word === 'END_OF_DAY') return { ...fields, evaluation: word }
    return { ...fields, onFirstPayout: oneOf(PAYOUT_FLOORS, word) }
  }, {})
}

/** The word of the list; throws when it is none of them. */
export function oneOf<T extends string>(words: readonly T[], text: string): T {
  const word = words.find((each) => each === text)
  if (word === undefined) throw new Error(`${text} is none of ${words.join(', ')}`)
  return word
}
