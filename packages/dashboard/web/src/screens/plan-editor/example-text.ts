import { compare, multiply, subtract, type Decimal } from '@ats/sdk/numbers/decimal'
import { text } from '../../text/en/firm/plan-editor.js'
import { formatDecimal, formatMoney } from '../../ui/figures/format.js'
import { formatDateTime, formatTime, zoneName, type Zone } from '../../ui/time/time.js'
import type { SectionName } from './plan-fields.js'
import type { DailyTerms, DrawdownTerms, ExposureTerms, NewsTerms, ObjectiveTerms, PlanTerms } from './plan-terms.js'
import {
  dailyExample,
  drawdownExample,
  exposureExample,
  freezeExample,
  objectiveExample,
  outcomeAt,
  type Scenario,
} from './worked-examples.js'

export const SCENARIO_FIELDS = ['startBalance', 'startEquity', 'highest', 'equity'] as const

/** A day that began at the initial balance, 4 % under the highest equity of now, and has lost 3 %. */
export const usualScenario = (initial: Decimal): Scenario => ({
  startBalance: initial,
  startEquity: initial,
  highest: multiply(initial, '1.04'),
  equity: multiply(initial, '0.97'),
})

/** When and for whom examples are worked out. */
export interface ExampleContext {
  readonly now: number
  readonly zone: Zone
}

const money = (amount: Decimal): string => formatMoney(amount)

/** The rule of a section tried on a day, in sentences; null where it cannot be worked out yet. */
export function exampleOf(
  section: SectionName,
  terms: PlanTerms,
  scenario: Scenario,
  context: ExampleContext,
): readonly string[] | null {
  const { initial, drawdown, daily, exposure, objective, news } = terms
  switch (section) {
    case 'drawdown':
      return initial === null || drawdown === null ? null : drawdownText(initial, drawdown, scenario)
    case 'daily':
      return initial === null || daily === null ? null : dailyText(initial, daily, drawdown, scenario, context)
    case 'exposure':
      return exposure === null ? null : exposureText(exposure, scenario)
    case 'objective':
      return initial === null || objective === null ? null : objectiveText(initial, objective)
    case 'news':
      return news === null ? null : newsText(news, context)
    default:
      return []
  }
}

function drawdownText(initial: Decimal, terms: DrawdownTerms, scenario: Scenario): readonly string[] {
  const { allowed, highest, floor } = drawdownExample(initial, terms, scenario)
  if (terms.mode === 'STATIC') return [text.drawdown(money(allowed), money(floor))]
  const isLocked = terms.locks && floor === initial
  return [
    text.trailing(money(highest), money(floor)),
    ...(isLocked ? [text.lockedAt(money(initial))] : []),
    text.drawdown(money(allowed), money(floor)),
  ]
}

function dailyText(
  initial: Decimal,
  terms: DailyTerms,
  drawdownTerms: DrawdownTerms | null,
  scenario: Scenario,
  { now, zone }: ExampleContext,
): readonly string[] {
  const daily = dailyExample(initial, terms, scenario, now)
  const inZone = `${formatDateTime(daily.resetsAt, zone)} ${zoneName(zone, daily.resetsAt)}`
  const until = `${terms.resetTime} (${terms.resetZone}), ${inZone}`
  const about = [
    text.daily(money(daily.base), money(daily.allowed), money(daily.floor)),
    text.warn(money(daily.warnAt)),
    text.reset(until),
  ].join(' ')
  if (drawdownTerms === null) return [about]
  const { equity, startEquity } = scenario
  const outcome = outcomeAt(equity, drawdownExample(initial, drawdownTerms, scenario), daily, terms.action)
  const what = {
    NONE: text.outcomes.NONE(money(subtract(equity, outcome.limit)), money(outcome.limit)),
    WARN: text.outcomes.WARN(money(outcome.limit)),
    LOCK: text.outcomes.LOCK(money(outcome.limit), until),
    TERMINATE: text.outcomes[outcome.rule === 'max_drawdown' ? 'max_drawdown' : 'TERMINATE'](money(outcome.limit)),
  }
  return [about, `${text.at(money(equity), changeOf(startEquity, equity))} ${what[outcome.kind]}`]
}

function changeOf(before: Decimal, after: Decimal): string {
  const order = compare(after, before)
  if (order === 0) return text.even
  return order < 0 ? text.loss(money(subtract(before, after))) : text.gain(money(subtract(after, before)))
}

function exposureText(terms: ExposureTerms, scenario: Scenario): readonly string[] {
  const { byLeverage, largest, binding, symbol, margin } = exposureExample(terms, scenario)
  const leverage = formatDecimal(terms.leverageMax)
  return [
    binding === 'max_leverage'
      ? text.exposure.max_leverage(money(scenario.equity), leverage, money(largest))
      : text.exposure.max_total_notional(money(largest), money(byLeverage)),
    `${text.symbol(money(symbol), money(margin))} ${text.marginModes[terms.marginMode]}`,
  ]
}

function objectiveText(initial: Decimal, terms: ObjectiveTerms | 'none'): readonly string[] {
  if (terms === 'none') return [text.noObjective]
  const { target, balance } = objectiveExample(initial, terms)
  return [text.objective(money(target), money(balance), terms.days)]
}

function newsText(terms: NewsTerms | 'none', { now, zone }: ExampleContext): readonly string[] {
  if (terms === 'none') return [text.noNews]
  const at = new Date(now).setUTCHours(13, 30, 0, 0)
  const { startsAt, endsAt } = freezeExample(terms, at)
  const [from, until] = [formatTime(startsAt, zone), `${formatTime(endsAt, zone)} ${zoneName(zone, at)}`]
  const others = (['LOW', 'MEDIUM', 'HIGH'] as const).filter((impact) => !terms.impacts.includes(impact))
  return [
    text.news(formatTime(at, zone), from, until, text.newsScopes[terms.scope]),
    ...(others.length === 0 ? [] : [text.newsOthers(others.join(', ').toLowerCase())]),
  ]
}
