import type { Account, Plan } from '@ats/sdk/types'
import { text } from '../text/en/plan.js'
import { subtract } from '@ats/sdk/numbers/decimal'
import { formatDecimal, formatMoney } from '../ui/figures/format.js'
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
  const part = (pct: string): string => percentOf(risk.initial_balance, pct)
  const { max_drawdown: drawdown, daily_loss: daily, exposure, objective, news_freeze: news } = risk
  return [
    {
      name: text.drawdown,
      sentence: text.drawdownModes[drawdown.mode](
        formatDecimal(drawdown.pct),
        money(part(drawdown.pct)),
        money(subtract(risk.initial_balance, part(drawdown.pct))),
        drawdown.mode !== 'STATIC' && drawdown.lock_at_initial,
      ),
    },
    {
      name: text.dailyLoss,
      sentence: [
        text.daily(formatDecimal(daily.pct), text.bases[daily.base], daily.reset_time, daily.reset_tz),
        text.dailyActions[daily.action],
        text.warns(formatDecimal(daily.warn_at_pct)),
      ].join(' '),
    },
    {
      name: text.objective,
      sentence:
        objective === null
          ? text.noObjective
          : text.target(
              formatDecimal(objective.profit_target_pct),
              money(part(objective.profit_target_pct)),
              objective.min_trading_days,
            ),
    },
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
    { name: text.margin, sentence: text.marginModes[exposure.margin_mode] },
    {
      name: text.news,
      sentence:
        news === null
          ? text.noNews
          : text.freeze(news.before_minutes, news.after_minutes, news.impacts.join(', ').toLowerCase(), news.scope),
    },
    ...(execution === 'LIVE' && slippage !== undefined
      ? [{ name: text.execution, sentence: text.live(formatDecimal(slippage)) }]
      : []),
  ]
}
