import { decideAlert, type AlertCaps } from '../core/decide/decide-alert.js'
import type { Alert } from '../core/decide/alert-move.js'
import { alertText } from '../wire/alert-text.js'
import { asNumber } from '../wire/decimals.js'
import { requestProblem } from '../wire/request-problem.js'
import type { AccountRead } from './read-account.js'

/** The effect that an alert would have now; nothing is kept. @throws RequestError where it cannot be decided */
export function tryAlert({ account, context }: AccountRead, alert: Alert, caps: AlertCaps): string {
  const outcome = decideAlert(account, alert, caps, context)
  if (outcome.kind === 'problem') throw requestProblem(outcome.problem, asNumber)
  return alertText(outcome.answer, null)
}
