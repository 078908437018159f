/** The budgets of a key and of its user: each request counts in both, and a batch as its number of orders. */
import type { Budget, RateLimit } from '@ats/service-kit/http'
import type { Claim } from './claim.js'
import type { KnownKey } from './known-keys.js'

export interface RequestBudgetOptions {
  /** Per key. */
  readonly keyLimit: RateLimit
  /** Over all keys of a user, those that are gone among them. */
  readonly userLimit: RateLimit
}

export interface RequestBudgets {
  /** Throws 429 where a budget is spent. A key that is not known counts for itself alone. */
  count(claim: Pick<Claim, 'hash'>, known: KnownKey | null): Promise<Budget>
  /** Counts so many more in both budgets or in neither; throws 429 where they do not fit. */
  countMore(claim: Claim, known: KnownKey, more: number): Promise<Budget>
}

export const createRequestBudgets = ({ keyLimit, userLimit }: RequestBudgetOptions): RequestBudgets => ({
  async count(claim, known) {
    const ofKey = keyLimit.consume(claim.hash)
    if (known === null) return ofKey
    return (await Promise.all([ofKey, userLimit.consume(known.userHash)]))[0]
  },
  async countMore({ hash }, { userHash }, more) {
    const [ofKey, ofUser] = await Promise.allSettled([
      keyLimit.consumeAll(hash, more),
      userLimit.consumeAll(userHash, more),
    ])
    if (ofUser.status === 'rejected') {
      if (ofKey.status === 'fulfilled') await keyLimit.giveBack(hash, more)
      throw ofUser.reason
    }
    if (ofKey.status === 'fulfilled') return ofKey.value
    await userLimit.giveBack(userHash, more)
    throw ofKey.reason
  },
})
