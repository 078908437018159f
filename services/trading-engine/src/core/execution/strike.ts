/**
 * Notes a strike, and does what the plan says of the last one that it allows: the one evaluator of all rules of which a
 * break is a strike.
 *   strikes of the rule within window_days ≥ max   the account is locked until its trading day ends, or ends
 * Each strike beyond is judged again.
 */
import { strikesWithin } from '../model/account/strike.js'
import type { Position } from '../model/account/position.js'
import type { DecisionContext } from '../model/decision-context.js'
import type { Draft } from '../model/draft.js'
import type { StrikeRule } from '../model/plan/order-rules.js'
import { ONE, usd } from '../values/decimal.js'
import { canBeLocked, enforce } from './enforce.js'

export function strike(
  draft: Draft,
  rule: StrikeRule,
  { id: positionId, symbol }: Pick<Position, 'id' | 'symbol'>,
  context: DecisionContext,
): void {
  const terms = draft.account.plan.risk.orderRules?.strikes?.find((one) => one.rule === rule)
  const noted = draft.addStrike({ rule, positionId })
  const count = terms === undefined ? null : strikesWithin(draft.account.strikes, terms, context.now).length
  draft.emit({ type: 'account.strike', strike: noted, symbol, count, max: terms?.max ?? null })
  if (terms === undefined || count === null || count < terms.max) return
  if (terms.action === 'LOCK' && !canBeLocked(draft.account)) return
  const [limit, equity] = [terms.max, count].map((number) => usd(BigInt(number) * ONE))
  const message = `strike ${count} of ${rule} within ${terms.windowDays} days: the plan allows ${terms.max - 1}`
  enforce(
    draft,
    { kind: terms.action, rule: 'strikes', limit: limit ?? usd(0n), equity: equity ?? usd(0n), message },
    draft.account.day.endsAt,
    context,
  )
}

/** Whether a break of the rule that is done about anyway is a strike as well. */
export const isCounted = ({ account }: Pick<Draft, 'account'>, rule: StrikeRule): boolean =>
  account.plan.risk.orderRules?.strikes?.some((one) => one.rule === rule) === true
