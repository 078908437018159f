/** What an operator does to an account's capital: adds a positive amount, pays out a negative one. */
import type { Account } from '../../src/core/account.js'
import { usd, type Usd } from '../../src/core/decimal.js'
import { advance } from '../../src/core/advance.js'
import { openDraft, type Changes } from '../../src/core/draft.js'
import type { World } from '../../src/core/world.js'

export function moveCapital(account: Account, amount: Usd, world: World): Changes | null {
  const draft = openDraft(account, world)
  advance(draft, world)
  draft.post('capital', amount)
  draft.setAccount({ capital: usd(draft.account.capital + amount) })
  return draft.changes()
}
