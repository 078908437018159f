/** The loss rules of a plan in one form, in whichever words its version has them: older ones have `base`. */
import type { Account } from '@ats/sdk/types'

type Risk = Account['risk_config']
type Drawdown = Risk['max_drawdown']
type Daily = NonNullable<Risk['daily_loss']>

/** A share in percent, or money. */
export interface Loss {
  readonly pct: string | null
  readonly amount: string | null
}

export interface DrawdownRule extends Loss {
  readonly mode: Drawdown['mode']
  readonly peakOf: 'BALANCE' | 'EQUITY'
  readonly isAtReset: boolean
  readonly includesOpenPnl: boolean
  readonly lockAt: NonNullable<Drawdown['lock_at']> | null
  readonly onFirstPayout: 'SHIFT' | NonNullable<Drawdown['on_first_payout']>
}

export interface DailyRule extends Loss {
  readonly reference: 'INITIAL' | NonNullable<Daily['reference']>
  readonly amountBase: 'INITIAL' | 'REFERENCE'
  readonly isAtReset: boolean
  readonly includesOpenPnl: boolean
  readonly warnAtPct: string
  readonly action: Daily['action']
}

export interface LossRules {
  readonly resetTime: string
  readonly resetZone: string
  readonly drawdown: DrawdownRule
  /** Null: no day has a limit. */
  readonly daily: DailyRule | null
}

export function lossRules({ max_drawdown: drawdown, daily_loss: daily, trading_day: day }: Risk): LossRules {
  const { mode, pct, amount = null } = drawdown
  return {
    resetTime: day?.reset_time ?? daily?.reset_time ?? '',
    resetZone: day?.reset_tz ?? daily?.reset_tz ?? '',
    drawdown: {
      ...{ mode, pct, amount },
      peakOf: drawdown.peak_of ?? (mode === 'TRAILING_CLOSED' ? 'BALANCE' : 'EQUITY'),
      isAtReset: drawdown.evaluation === 'END_OF_DAY',
      includesOpenPnl: drawdown.includes_open_pnl ?? true,
      lockAt: drawdown.lock_at ?? (drawdown.lock_at_initial && mode !== 'STATIC' ? { offset: '0' } : null),
      onFirstPayout: drawdown.on_first_payout ?? 'SHIFT',
    },
    daily: daily && dailyRule(daily),
  }
}

const dailyRule = (daily: Daily): DailyRule => ({
  pct: daily.pct,
  amount: daily.amount ?? null,
  reference: daily.reference ?? daily.base ?? 'BALANCE',
  amountBase: daily.amount_base ?? 'REFERENCE',
  isAtReset: daily.evaluation === 'END_OF_DAY',
  includesOpenPnl: daily.includes_open_pnl ?? true,
  warnAtPct: daily.warn_at_pct,
  action: daily.action,
})
