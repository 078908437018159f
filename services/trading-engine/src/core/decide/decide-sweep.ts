/**
 * The operator books that a token which the account holds has become USDC. The balance gets what came for it, as
 * capital, with the floors: what the swap brought more or less than the value at the fill is neither profit nor loss.
 */
import { advance } from '../execution/advance.js'
import { sweepToken } from '../execution/live/hold-token.js'
import type { Account } from '../model/account/account.js'
import { heldTokens, type TokenHolding } from '../model/account/token-holding.js'
import type { DecisionContext } from '../model/decision-context.js'
import { openDraft } from '../model/draft.js'
import { decidedOn, invalid, type Outcome } from '../model/outcome.js'
import { formatDecimal, type Quantity, type Usd } from '../values/decimal.js'

export interface Sweep {
  /** The address of the token, or its name. */
  readonly token: string
  /** The part of the token that was swapped. */
  readonly amount: Quantity
  /** The USDC that came for it. */
  readonly received: Usd
}

export const isNamed = ({ token, name }: Pick<TokenHolding, 'token' | 'name'>, word: string): boolean =>
  [token, name].some((one) => one.toLowerCase() === word.toLowerCase())

export function notHeld({ tokenHoldings }: Account, token: string): Outcome<never> {
  const names = heldTokens(tokenHoldings).map(({ name }) => name)
  const message = `the account holds no ${token}, but ${names.join(', ') || 'no token'}`
  return { kind: 'problem', problem: invalid(['token'], 'token.not_held', message) }
}

/** Answers with the account as it then is. */
export function decideSweep(account: Account, sweep: Sweep, context: DecisionContext): Outcome<Account> {
  const draft = openDraft(account, context)
  advance(draft, context)
  const holding = heldTokens(draft.account.tokenHoldings).find((one) => isNamed(one, sweep.token))
  if (holding === undefined) return notHeld(draft.account, sweep.token)
  if (sweep.amount > holding.amount) {
    const message = `the account holds ${formatDecimal(holding.amount)} ${holding.name}, no more`
    return { kind: 'problem', problem: invalid(['amount'], 'amount.more_than_held', message) }
  }
  sweepToken(draft, holding, sweep.amount, sweep.received)
  return decidedOn(account, draft.changes())
}
