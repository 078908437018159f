/** The answer to an alert that was decided, as JSON: no more of the account than its sender has caused. */
import type { AlertAnswer } from '../core/decide/decide-alert.js'
import type { AlertResult } from '../core/model/hook-delivery.js'

export const alertText = (answer: AlertAnswer, orderId: string | null): string =>
  JSON.stringify({ outcome: alertResult(answer), order_id: orderId, violations: rulesOf(answer) })

export function alertResult({ placement }: AlertAnswer): AlertResult {
  if (placement === null) return 'NOTHING_TO_DO'
  return placement.order === null ? 'REFUSED' : 'PLACED'
}

const rulesOf = ({ placement }: AlertAnswer): readonly string[] => placement?.violations.map(({ rule }) => rule) ?? []
