/** The dry run: the calls of each request are run by a node and shown once, and none is signed. */
import type { Call } from '../../port.js'
import { isNotNow } from './serve-requests.js'
import { simulationKey } from './sign-next.js'
import type { Effect, Planned, SenderView } from './wallet-view.js'

export function showPlan({ wallet, requests, planOf, preparations, claims, memory }: SenderView): Effect | null {
  const plans: readonly (readonly [id: string | null, plan: Planned])[] = [
    [null, preparations],
    [null, claims],
    ...requests.filter(({ venue }) => venue === wallet.venue).map((request) => [request.id, planOf(request)] as const),
  ]
  for (const [id, plan] of plans) {
    const calls = 'problem' in plan || isNotNow(plan) ? [] : plan
    const reason = 'problem' in plan ? plan.problem : isNotNow(plan) ? plan.reason : ''
    if ((id === null && calls.length === 0) || memory.shown.has(shownKeyOf(id, calls, reason))) continue
    const next = calls.find((call) => !memory.simulations.has(simulationKey(id, call)))
    return next === undefined
      ? { kind: 'show', requestId: id, calls, reason }
      : { kind: 'simulate', key: simulationKey(id, next), call: next }
  }
  return null
}

/** Names an output of the dry run: the same again is not shown. */
export const shownKeyOf = (id: string | null, calls: readonly Call[], reason: string): string =>
  [id ?? 'prepare', reason, ...calls.map((call) => simulationKey(id, call))].join(', ')
