import type { Draft } from '../model/draft.js'
import { usd, type Usd } from '../values/decimal.js'

/** Moves the balance and all that it is measured against: neither profit nor loss. */
export function postCapital(draft: Draft, moved: Usd): void {
  draft.post('capital', moved)
  draft.setAccount({ netDeposits: usd(draft.account.netDeposits + moved) })
}
