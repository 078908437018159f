/**
 * Flat by: before a moment by which the plan has the instrument flat, orders that open are refused.
 *   moment − lead_minutes ≤ now < moment
 * At the moment what is open is closed, and orders that could open are cancelled (`execution/close-by-order-rules.ts`).
 */
import { isOverdue, nextFlat } from '../../calendar/flat-by.js'
import { isUnplaced } from '../../model/order/order.js'
import type { FlatByRule } from '../../model/plan/order-rules.js'
import { formatTimestamp } from '../../values/time.js'
import { plainFinding, type Rule } from '../finding.js'

const MINUTE = 60_000_000

const isClosing = ({ severity }: FlatByRule): boolean => severity === 'CLOSE'

const NONE: readonly FlatByRule[] = []

export const flatBy: Rule = ({ account, order, instrument, isReducing, at }) => {
  const rules = account.plan.risk.orderRules?.flatBy ?? NONE
  const next = nextFlat(rules, instrument, at)
  // It waited over such a moment, and has not been cancelled yet.
  const isLate = !isUnplaced(order) && isOverdue(rules.filter(isClosing), instrument, order.createdAt, at)
  const isNear = next !== null && next.at - next.rule.leadMinutes * MINUTE <= at
  return plainFinding(
    !isReducing && (isNear || isLate),
    () =>
      `${instrument.symbol} has to be flat by ${next === null ? '' : formatTimestamp(next.at)}: nothing may be opened`,
    isNear ? next.at : null,
  )
}
