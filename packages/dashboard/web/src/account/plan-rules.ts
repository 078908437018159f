import type { Account, Plan } from '@ats/sdk/types'
import { text } from '../text/en/plan.js'
import { add, subtract } from '@ats/sdk/numbers/decimal'
import { formatDecimal, formatMoney } from '../ui/figures/format.js'
import { lossRules, type LossRules } from './loss-rules.js'
import { ruleName } from '../text/en/common.js'
import { objectiveSentence } from './objective-sentence.js'
import { payoutSentence, scalingSentence } from './payout-terms.js'
import { percentOf } from './percent-of.js'

type Rules = Pick<Plan | Account, 'risk_config' | 'currency' | 'execution' | 'max_slippage_pct'>

/** A rule of a plan in a sentence, under its name. */
export interface RuleInWords {
  readonly name: string
  readonly sentence: string
}

/** The rules of a plan as sentences, with amounts worked out. */
export function planRules({
  risk_config: risk,
  currency,
  execution,
  max_slippage_pct: slippage,
}: Rules): readonly RuleInWords[] {
  const money = (amount: string): string => formatMoney(amount, currency)
  const { exposure, objective, news_freeze: news } = risk
  const rules = lossRules(risk)
  return [
    { name: text.drawdown, sentence: drawdownSentence(rules, risk.initial_balance, money) },
    { name: text.dailyLoss, sentence: dailySentence(rules, risk.initial_balance, money) },
    {
      name: text.objective,
      sentence: objective === null ? text.noObjective : objectiveSentence(objective, risk.initial_balance, money),
    },
    ...(risk.payouts === undefined ? [] : [{ name: text.payoutTerms, sentence: payoutSentence(risk.payouts, money) }]),
    ...(risk.scaling === undefined ? [] : [{ name: text.scaling, sentence: scalingSentence(risk.scaling, money) }]),
    ...(risk.inactivity === undefined ? [] : [inactivityInWords(risk.inactivity)]),
    {
      name: text.exposure,
      sentence: text.caps(
        money(exposure.max_symbol_notional),
        money(exposure.max_total_notional),
        formatDecimal(exposure.max_leverage),
        exposure.max_positions,
        exposure.max_open_orders,
      ),
    },
    ...orderRules(risk, money),
    { name: text.margin, sentence: text.marginModes[exposure.margin_mode] },
    {
      name: text.news,
      sentence:
        news === null
          ? text.noNews
          : [
              text.freeze(
                news.before_minutes,
                news.after_minutes,
                news.impacts.join(', ').toLowerCase(),
                newsEffect(news),
              ),
              ...(news.exempt_if_opened_before_minutes === undefined
                ? []
                : [text.newsExempt(news.exempt_if_opened_before_minutes)]),
            ].join(' '),
    },
    ...(risk.holding_time === undefined
      ? []
      : [{ name: text.holdingTime, sentence: text.heldFor(risk.holding_time.min_seconds) }]),
    ...(execution === 'LIVE' && slippage !== undefined
      ? [{ name: text.execution, sentence: text.live(formatDecimal(slippage)) }]
      : []),
  ]
}

const inactivityInWords = (rule: NonNullable<Rules['risk_config']['inactivity']>): RuleInWords => ({
  name: text.inactivity,
  sentence: text.rests(rule.warn_after_days, rule.close_after_days_from_warning),
})

type NewsRule = NonNullable<Rules['risk_config']['news_freeze']>

function newsEffect({ scope, treatment, counts_pct: counts }: NewsRule): string {
  if (treatment === undefined || treatment === 'FREEZE') return text.newsFrozen[scope]
  return text.newsProfit[scope](counts === undefined ? null : formatDecimal(counts))
}

type Money = (amount: string) => string

/** The rules about orders that the plan has. */
function orderRules(risk: Rules['risk_config'], money: Money): readonly RuleInWords[] {
  const { exposure, stop_required: stop, max_loss_per_idea: idea, hedging, copying, flat_by: flat, strikes } = risk
  const part = (pct: string): string => money(percentOf(risk.initial_balance, pct))
  const classes = Object.entries(exposure.by_class ?? {}).map(([name, cap]) =>
    text.classes(
      name,
      cap.max_notional === undefined ? null : money(cap.max_notional),
      cap.max_margin_pct === undefined ? null : part(cap.max_margin_pct),
      cap.max_positions ?? null,
    ),
  )
  return [
    ...(classes.length === 0 ? [] : [{ name: text.exposure, sentence: classes.join(' ') }]),
    ...(stop === undefined
      ? []
      : [
          {
            name: text.stops,
            sentence: [
              stop.grace_seconds === 0 ? text.stopAtEntry : text.stopWithin[stop.action](stop.grace_seconds),
              ...(stop.max_risk_pct === undefined ? [] : [text.stopRisk(part(stop.max_risk_pct))]),
            ].join(' '),
          },
        ]),
    ...(idea === undefined ? [] : [{ name: text.idea, sentence: text.ideaLimit[idea.action](part(idea.pct)) }]),
    ...(flat === undefined
      ? []
      : [
          {
            name: text.flatMoments,
            sentence: flat
              .map(({ time, tz, days, classes, lead_minutes: lead, severity }) =>
                text.flatBy(time, tz, days, classes ?? null, lead, severity),
              )
              .join(' '),
          },
        ]),
    ...(strikes === undefined
      ? []
      : [
          {
            name: text.strikes,
            sentence: strikes
              .map(({ rule, max, window_days: days, then }) => text.strikesOf(ruleName(rule), max, days, then))
              .join(' '),
          },
        ]),
    ...(hedging === undefined ? [] : [{ name: text.hedging, sentence: text.hedgingModes[hedging] }]),
    ...(copying === undefined ? [] : [{ name: text.copying, sentence: text.copyingModes[copying] }]),
  ]
}

function drawdownSentence({ drawdown }: LossRules, initial: string, money: Money): string {
  const { mode, pct, amount, peakOf, lockAt, includesOpenPnl, isAtReset, onFirstPayout } = drawdown
  const allowed = amount ?? percentOf(initial, pct ?? '0')
  const stops =
    lockAt === null
      ? ''
      : lockAt === 'TARGET'
        ? text.stopsAtTarget
        : text.stopsAt(isZero(lockAt.offset) ? null : money(add(initial, lockAt.offset)))
  return [
    text.drawdownModes[mode]({
      measure: text.measures[includesOpenPnl ? 'equity' : 'balance'],
      share: pct === null ? null : formatDecimal(pct),
      allowed: money(allowed),
      floor: money(subtract(initial, allowed)),
      peak: text.peaks[peakOf],
      stops,
    }),
    ...(isAtReset ? [text.atReset] : []),
    ...(includesOpenPnl ? [] : [text.leavesOut]),
    ...(onFirstPayout === 'SHIFT' ? [] : [text.payouts[onFirstPayout]]),
  ].join(' ')
}

function dailySentence({ daily, resetTime, resetZone }: LossRules, initial: string, money: Money): string {
  if (daily === null) return text.noDaily(resetTime, resetZone)
  const { pct, amount, reference, amountBase, warnAtPct, action, isAtReset, includesOpenPnl } = daily
  const from = text.bases[reference]
  const loss =
    pct === null
      ? text.lossFrom(money(amount ?? '0'), from)
      : amountBase === 'INITIAL'
        ? text.lossFrom(text.ofInitial(formatDecimal(pct), money(percentOf(initial, pct))), from)
        : text.lossOf(formatDecimal(pct), from)
  return [
    text.daily(text.measures[includesOpenPnl ? 'equity' : 'balance'].toLowerCase(), loss, resetTime, resetZone),
    text.dailyActions[action],
    ...(isAtReset ? [text.atReset] : [text.warns(formatDecimal(warnAtPct))]),
  ].join(' ')
}

const isZero = (amount: string): boolean => subtract(amount, '0') === '0'
