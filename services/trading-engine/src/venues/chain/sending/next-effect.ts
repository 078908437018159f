/**
 * Decides what the sender of a wallet does next: from what is stored, and what the chain shows, to one effect. It
 * is pure, and each effect changes what is stored or known, so a process may end between any two of them: the next one
 * decides from there. Earlier rows of RULES go first: what is signed is brought to its end before anything is signed.
 */
import { bookGas, fillNonce, raiseFee, reportTransaction, sendBytes, settleNonce } from './finish-signed.js'
import { claimEarnings, prepareWallet, serveRequests } from './serve-requests.js'
import { showPlan } from './show-plan.js'
import type { Effect, SenderView } from './wallet-view.js'

export function nextEffect(view: SenderView): Effect | null {
  if (view.isDryRun) return showPlan(view)
  for (const rule of RULES) {
    const effect = rule(view)
    if (effect !== null) return effect
  }
  return null
}

const RULES = [
  settleNonce,
  bookGas,
  reportTransaction,
  fillNonce,
  sendBytes,
  raiseFee,
  prepareWallet,
  serveRequests,
  claimEarnings,
] as const
