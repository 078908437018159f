import { usd, type Usd } from '../values/decimal.js'
import type { DailyLossRule, DrawdownRule } from '../model/plan/loss-rules.js'
import type { Proposal } from './proposal.js'

interface MeasureAfter {
  readonly name: 'equity' | 'balance'
  readonly value: Usd
  /** False of a rule that is judged at the end of the day: it refuses nothing before. */
  readonly isJudged: boolean
}

/** The figure that a loss rule compares with its floor, as it would be after an order. */
export function measureAfter(
  { equityAfter, after }: Pick<Proposal, 'equityAfter' | 'after'>,
  { includesOpenPnl, evaluation }: Pick<DrawdownRule | DailyLossRule, 'includesOpenPnl' | 'evaluation'>,
): MeasureAfter {
  const isJudged = evaluation === 'INTRADAY'
  if (includesOpenPnl) return { name: 'equity', value: equityAfter, isJudged }
  return { name: 'balance', value: usd(equityAfter - after.unrealizedPnl), isJudged }
}
