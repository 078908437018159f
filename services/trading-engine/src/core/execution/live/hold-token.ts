/**
 * A profit that a venue has paid as a token is realised, but it is no USDC. Its value at the fill leaves the balance as
 * capital, with all that the balance is measured against, so that it is neither lost nor counted; the account holds
 * the token by its name until it is swept.
 */
import { multiplyDivide, negate, quantity, usd, type Quantity, type Usd, formatDecimal } from '../../values/decimal.js'
import type { Draft } from '../../model/draft.js'
import { holdingOf, type TokenHolding } from '../../model/account/token-holding.js'
import type { UnswappedProfit, VenueFill } from '../../model/live/venue-request.js'
import { postCapital } from '../post-capital.js'
import { haltForMismatch } from './halt-for-mismatch.js'

export function holdToken(draft: Draft, { venue, symbol }: VenueFill, profit: UnswappedProfit): void {
  const { token, name, decimals, amount, value } = profit
  postCapital(draft, negate(value))
  const before = holdingOf(draft.account.tokenHoldings, { venue, token })
  const isHeld = before !== undefined && before.amount > 0n
  putHolding(draft, {
    ...{ venue, token, name, decimals },
    amount: quantity((before?.amount ?? 0n) + amount),
    value: usd((before?.value ?? 0n) + value),
    since: isHeld ? before.since : draft.stamp(),
    swept: before?.swept ?? quantity(0n),
    received: before?.received ?? usd(0n),
    ...(before?.writtenOff !== undefined && { writtenOff: before.writtenOff }),
  })
  haltForMismatch(
    draft,
    `a profit of ${symbol} was paid as ${formatDecimal(amount)} ${name}, worth ${formatDecimal(value)} USD then, not as USDC`,
  )
}

/** The token has become USDC: that amount of it is held no more, and the balance has what came for it. */
export function sweepToken(
  draft: Draft,
  { writeOff: _, ...holding }: TokenHolding,
  swept: Quantity,
  received: Usd,
): void {
  const { amount, value } = holding
  postCapital(draft, received)
  putHolding(draft, {
    ...holding,
    amount: quantity(amount - swept),
    value: usd(value - multiplyDivide(value, swept, amount, 'FLOOR')),
    swept: quantity(holding.swept + swept),
    received: usd(holding.received + received),
  })
}

/**
 * Nothing will come for the token. Its value, which had left the balance as capital, comes back as that and is lost:
 * the balance stays, and profit and floors are as if the fills had paid nothing.
 */
export function writeOffToken(draft: Draft, { writeOff: _, ...holding }: TokenHolding): void {
  const { amount, value } = holding
  postCapital(draft, value)
  draft.post('write_off', negate(value))
  const writtenOff = quantity((holding.writtenOff ?? 0n) + amount)
  putHolding(draft, { ...holding, amount: quantity(0n), value: usd(0n), writtenOff })
}

export function putHolding(draft: Draft, holding: TokenHolding): void {
  const { tokenHoldings } = draft.account
  const before = holdingOf(tokenHoldings, holding)
  draft.setAccount({ tokenHoldings: [...tokenHoldings.filter((one) => one !== before), holding] })
}
