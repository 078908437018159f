import type { Draft } from '../../model/draft.js'
import { halt } from '../change-account-state.js'
import { keepReducing } from '../keep-reducing.js'

/** Halts the account: the books and the chain differ. */
export function haltForMismatch(draft: Draft, reason: string): void {
  const { state } = draft.account
  if (state === 'PASSED' || state === 'TERMINATED' || state === 'CLOSED') return
  halt(draft, 'venue_mismatch', `venue_mismatch: ${reason}`)
  keepReducing(draft, 'account_halted', 'SYSTEM')
}
