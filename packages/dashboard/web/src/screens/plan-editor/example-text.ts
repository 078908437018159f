import { compare, multiply, subtract, type Decimal } from '@ats/sdk/numbers/decimal'
import { text } from '../../text/en/firm/plan-examples.js'
import { formatDecimal, formatMoney } from '../../ui/figures/format.js'
import { formatDateTime, formatTime, zoneName, type Zone } from '../../ui/time/time.js'
import type { SectionName } from './sections/section.js'
import type { DayTerms, DrawdownTerms, ExposureTerms, NewsTerms, ObjectiveTerms, PlanTerms } from './plan-terms.js'
import {
  dailyExample,
  dayEndsAt,
  drawdownExample,
  exposureExample,
  freezeExample,
  objectiveExample,
  outcomeAt,
  type Scenario,
} from './worked-examples.js'

export const SCENARIO_FIELDS = ['startBalance', 'startEquity', 'highest', 'equity'] as const

/** A day that began at the initial balance, 4 % under the highest equity of now, and has lost 3 %. */
const usualScenario = (initial: Decimal): Scenario => ({
  startBalance: initial,
  startEquity: initial,
  highest: multiply(initial, '1.04'),
  equity: multiply(initial, '0.97'),
})

/** That day, but for the figures that were typed. */
export const scenarioOf = (initial: Decimal | null, typed: Partial<Scenario>): Scenario => ({
  ...usualScenario(initial ?? '100000'),
  ...typed,
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
  const { initial, day, drawdown, exposure, objective, news } = terms
  switch (section) {
    case 'day':
      return day === null ? null : [text.reset(untilText(day, context))]
    case 'drawdown':
      return initial === null || drawdown === null ? null : drawdownText(initial, drawdown, terms, scenario)
    case 'daily':
      return dailyText(terms, scenario, context)
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

/** Null without an objective, or while that cannot be understood. */
const targetOf = ({ initial, objective }: PlanTerms): Decimal | null =>
  initial === null || objective === null || objective === 'none' ? null : objectiveExample(initial, objective).target

function drawdownText(initial: Decimal, terms: DrawdownTerms, plan: PlanTerms, scenario: Scenario): readonly string[] {
  const { allowed, highest, floor, isStopped } = drawdownExample(initial, terms, scenario, targetOf(plan))
  const lost = [text.drawdown(money(allowed), money(floor)), ...(terms.isAtReset ? [text.atReset] : [])].join(' ')
  if (terms.mode === 'STATIC') return [lost]
  return [
    text.trailing(money(highest), money(floor)),
    ...(terms.stop !== null && isStopped ? [text.stoppedAt(money(floor))] : []),
    lost,
  ]
}

function dailyText(plan: PlanTerms, scenario: Scenario, context: ExampleContext): readonly string[] | null {
  const { initial, day, daily: terms, drawdown } = plan
  if (terms === 'none') return [text.noDaily]
  if (initial === null || terms === null || day === null) return null
  const example = dailyExample(initial, terms, scenario)
  const until = untilText(day, context)
  const about = [
    text.daily(money(example.base), money(example.allowed), money(example.floor)),
    terms.isAtReset ? text.atReset : text.warn(money(example.warnAt)),
    text.reset(until),
  ].join(' ')
  if (drawdown === null) return [about]
  const { equity, startEquity } = scenario
  const tried = { terms: drawdown, example: drawdownExample(initial, drawdown, scenario, targetOf(plan)) }
  const outcome = outcomeAt(scenario, tried, { terms, example })
  const left = [drawdown, terms][outcome.rule === 'max_drawdown' ? 0 : 1]?.includesOpenPnl
    ? equity
    : scenario.startBalance
  const what = {
    NONE: text.outcomes.NONE(money(subtract(left, outcome.limit)), money(outcome.limit)),
    WARN: text.outcomes.WARN(money(outcome.limit)),
    LOCK: text.outcomes.LOCK(money(outcome.limit), until),
    TERMINATE: text.outcomes[outcome.rule === 'max_drawdown' ? 'max_drawdown' : 'TERMINATE'](money(outcome.limit)),
  }
  return [about, `${text.at(money(equity), changeOf(startEquity, equity))} ${what[outcome.kind]}`]
}

function untilText(day: DayTerms, { now, zone }: ExampleContext): string {
  const endsAt = dayEndsAt(day, now)
  return `${day.resetTime} (${day.resetZone}), ${formatDateTime(endsAt, zone)} ${zoneName(zone, endsAt)}`
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
  return [text.objective(money(target), money(balance), terms.days, terms.isFlat)]
}

function newsText(terms: NewsTerms | 'none', { now, zone }: ExampleContext): readonly string[] {
  if (terms === 'none') return [text.noNews]
  const at = new Date(now).setUTCHours(13, 30, 0, 0)
  const { startsAt, endsAt } = freezeExample(terms, at)
  const [from, until] = [formatTime(startsAt, zone), `${formatTime(endsAt, zone)} ${zoneName(zone, at)}`]
  const others = (['LOW', 'MEDIUM', 'HIGH'] as const).filter((impact) => !terms.impacts.includes(impact))
  return [
    text.news(formatTime(at, zone), from, until, text.newsEffects[terms.treatment][terms.scope]),
    ...(others.length === 0 ? [] : [text.newsOthers(others.join(', ').toLowerCase())]),
  ]
}
