/**
 * The trader's share of a payout: tiers of a plan by the total of all that the challenge has paid. Of each tier its
 * share is exact; the sum of all is rounded down to cents, and the rest is the firm's.
 */
import type { SplitTier } from '../model/plan/payout-terms.js'
import { divide, max, min, multiply, ONE, usd, type Rate, type Usd } from '../values/decimal.js'

/** The part of a payout that falls into one tier. */
export interface SplitPart {
  readonly amount: Usd
  readonly pct: Rate
}

export interface PayoutSplit {
  readonly traderAmount: Usd
  readonly parts: readonly SplitPart[]
}

/** `paidBefore`: by the whole challenge. */
export function splitPayout(amount: Usd, paidBefore: Usd, tiers: readonly SplitTier[]): PayoutSplit {
  const parts: SplitPart[] = []
  let from = paidBefore
  for (const { upToTotal, pct } of tiers) {
    const rest = usd(paidBefore + amount - from)
    const part = upToTotal === null ? rest : max(usd(0n), min(rest, usd(upToTotal - from)))
    if (part > 0n) parts.push({ amount: part, pct })
    from = usd(from + part)
  }
  return { traderAmount: wholeCents(usd(parts.reduce((sum, part) => sum + shareOf(part), 0n))), parts }
}

export const shareOf = ({ amount, pct }: SplitPart): bigint =>
  divide(multiply(amount, pct, 'FLOOR'), 100n * ONE, 'FLOOR')

const CENT = ONE / 100n

export const wholeCents = (amount: Usd): Usd => usd(amount - (amount % CENT))
