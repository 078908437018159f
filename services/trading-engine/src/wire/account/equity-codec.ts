import type { Floors } from '../../core/risk/past-floors.js'
import type { Account } from '../../core/model/account/account.js'
import type { EquityPoint } from '../../core/read/past-equity.js'
import type { Micros } from '../../core/values/time.js'
import { CANDLE_INTERVALS, type CandleInterval } from '../../market/candles.js'
import { codecOf, field } from '../codec/codec.js'
import { decimal, listOf, oneOf, orNull, text, time, uuid } from '../codec/kinds.js'

export interface EquityCurve {
  readonly interval: CandleInterval
  readonly from: Micros
  readonly to: Micros
  /** Oldest first. */
  readonly points: readonly CurvePoint[]
}

interface CurvePoint extends EquityPoint {
  readonly floors: Floors
}

/** The equities that the account must not fall under, each under its rule; null where it is not known. */
export const floorsCodec = codecOf<Floors>('Floors')({
  max_drawdown: field(orNull(decimal), ({ drawdown }) => drawdown),
  daily_loss_limit: field(orNull(decimal), ({ daily }) => daily),
})

const pointCodec = codecOf<CurvePoint>('EquityPoint')({
  timestamp: field(time, ({ at }) => at),
  balance: field(decimal, ({ balance }) => balance),
  equity: field(orNull(decimal), ({ equity }) => equity),
  floors: field(
    floorsCodec,
    ({ floors }) => floors,
    'Those in force then; null where an earlier version did not keep what they are measured from.',
  ),
})

interface AccountCurve {
  readonly account: Account
  readonly curve: EquityCurve
}

export const equityCurveCodec = codecOf<AccountCurve>('EquityCurve')({
  account_id: field(uuid, ({ account }) => account.id),
  currency: field(text, ({ account }) => account.plan.currency),
  interval: field(oneOf(CANDLE_INTERVALS), ({ curve }) => curve.interval),
  from: field(time, ({ curve }) => curve.from),
  to: field(time, ({ curve }) => curve.to),
  points: field(listOf(pointCodec), ({ curve }) => curve.points),
})
