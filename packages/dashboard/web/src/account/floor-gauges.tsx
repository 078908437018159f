import type { Account, Risk } from '@ats/sdk/types'
import { text } from '../text/en/account.js'
import { formatMoney } from '../ui/figures/format.js'
import { GoalGauge, LimitGauge } from '../ui/figures/gauge.js'
import { dailyLossLimit, drawdownLimit, hasEnded } from './account-limits.js'

interface FloorGaugesProps {
  readonly account: Pick<Account, 'currency'>
  readonly risk: Risk
}

/** How much may still be lost, today and at all, and how far the objective is reached. */
export function FloorGauges({ account, risk }: FloorGaugesProps) {
  const write = (amount: string): string => formatMoney(amount, account.currency)
  const daily = dailyLossLimit(risk)
  const drawdown = drawdownLimit(risk)
  const { objective } = risk
  return (
    <>
      {daily !== null && (
        <LimitGauge
          label={text.dailyLoss}
          {...daily}
          write={write}
          resetAt={hasEnded(risk.state) ? undefined : risk.next_reset_at}
        />
      )}
      {drawdown !== null && <LimitGauge label={text.drawdown} {...drawdown} write={write} />}
      {objective !== null && (
        <GoalGauge label={text.objective} goal={objective.profit_target} reached={objective.profit} write={write}>
          <span>{text.tradingDays(objective.trading_days, objective.min_trading_days)}</span>
        </GoalGauge>
      )}
    </>
  )
}
