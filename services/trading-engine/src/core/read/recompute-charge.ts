/** Recomputes what a position was charged for time from what was published: the rates of its venue, and its mark. */
import { sideRate } from '../margin/carry.js'
import { fundingPayment } from '../margin/funding-payment.js'
import type { CarryKind } from '../model/market/instrument.js'
import type { Listing } from '../model/market/listing.js'
import type { SideRates } from '../model/market/market-view.js'
import type { Direction } from '../model/account/position.js'
import { formatDecimal, negate, type Price, type Quantity, type Rate, type Usd } from '../values/decimal.js'
import type { Micros } from '../values/time.js'
import type { Difference } from './ledger-check.js'

export interface Charge extends Listing {
  readonly transferId: string
  readonly accountId: string
  readonly house: 'funding' | CarryKind
  /** Negative: it was paid. */
  readonly amount: Usd
  readonly rate: Rate
  /** The funding time, or the beginning of what it was charged for. */
  readonly at: Micros
  readonly direction: Direction
  /** Held then. */
  readonly quantity: Quantity
}

/**
 * `told`: the rates in force, undefined where the venue had told none; `marks`: those that a process may have known at
 * the funding time, none where they are not stored.
 */
export function chargeDifferences(
  charge: Charge,
  told: SideRates | undefined,
  marks: readonly Price[],
): readonly Difference[] {
  const { accountId, transferId: subject, house, rate, amount } = charge
  const found: Difference[] = []
  if (told !== undefined) {
    const expected = rateOf(charge, told)
    if (expected !== rate)
      found.push({
        ...{ accountId, subject, check: 'rates' },
        ...{ expected: formatDecimal(expected), found: formatDecimal(rate) },
      })
  }
  // The ledger has the rate of longs, whichever side was charged.
  const payments = house === 'funding' ? marks.map((mark) => fundingPayment(charge, mark, rate)) : []
  const [expected] = payments
  if (expected !== undefined && !payments.includes(amount))
    found.push({
      ...{ accountId, subject, check: 'funding' },
      ...{ expected: formatDecimal(expected), found: formatDecimal(amount) },
    })
  return found
}

function rateOf({ house, direction }: Charge, told: SideRates): Rate {
  const side = sideRate(told, direction)
  return house === 'funding' && direction === 'SHORT' ? negate(side) : side
}
