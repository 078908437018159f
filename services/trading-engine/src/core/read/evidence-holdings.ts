import { notionalOf } from '../model/account/position.js'
import { signedAmount, type Transfer } from '../model/account/ledger.js'
import type { Listing } from '../model/market/listing.js'
import { negate, quantity, usd, type Usd } from '../values/decimal.js'
import type { EvidenceFill, EvidenceStep, Opening } from './evidence.js'
import type { Holding } from './past-equity.js'

type Held = Holding & Listing

/** The holdings of an account as evidence goes on, step by step. */
export interface Holdings {
  readonly balance: () => Usd
  readonly netDeposits: () => Usd
  readonly paidOut: () => Usd
  held(): Iterable<Held>
  apply(step: EvidenceStep): void
}

/** `payouts`: ids of the transfers that were. */
export function createHoldings(opening: Opening, payouts: readonly string[] = []): Holdings {
  const held = new Map<string, Held>(opening.holdings.map((holding) => [holding.id, holding]))
  let { balance, netDeposits, paidOut } = opening
  return {
    balance: () => balance,
    netDeposits: () => netDeposits,
    paidOut: () => paidOut,
    held: () => held.values(),
    apply(step) {
      if (step.kind === 'fill') {
        const after = holdingAfter(held.get(step.fill.positionId), step.fill)
        if (after.quantity === 0n) held.delete(after.id)
        else held.set(after.id, after)
      } else if (step.kind === 'transfer') {
        const amount = signedAmount(step.transfer)
        balance = usd(balance + amount)
        if (isDeposit(step.transfer)) netDeposits = usd(netDeposits + amount)
        if (payouts.includes(step.transfer.id)) paidOut = usd(paidOut - amount)
      }
    },
  }
}

/** Moves the floors, and all they are measured from. */
const isDeposit = ({ house }: Transfer): boolean => house === 'capital' || house === 'scaling'

/** A fill that closes releases cost = notional ∓ realised PnL, exactly. */
function holdingAfter(before: Held | undefined, fill: EvidenceFill): Held {
  const { positionId: id, venue, symbol, side, realizedPnl } = fill
  const direction = before?.direction ?? (side === 'BUY' ? 'LONG' : 'SHORT')
  const notional = notionalOf(fill.quantity, fill.price)
  const opens = (side === 'BUY') === (direction === 'LONG')
  const released = direction === 'LONG' ? notional - realizedPnl : notional + realizedPnl
  return {
    ...{ id, venue, symbol, direction },
    quantity: quantity((before?.quantity ?? 0n) + (opens ? fill.quantity : negate(fill.quantity))),
    cost: usd((before?.cost ?? 0n) + (opens ? notional : -released)),
  }
}
