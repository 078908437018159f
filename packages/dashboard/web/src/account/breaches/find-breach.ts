import type { Breach } from '@ats/sdk/types'
import type { AccountReads } from '../../api/account-reads.js'
import { ApiError } from '../../api/api-error.js'

const PAGES_MAX = 20

/** The breach of an id, from the list, which is read until it is there. @throws ApiError 404 when it is not */
export async function findBreach(
  reads: AccountReads,
  id: string,
  breachId: string,
  signal: AbortSignal,
): Promise<Breach> {
  let to: string | undefined
  for (let pages = 0; pages < PAGES_MAX; pages += 1) {
    const { rows, nextTo } = await reads.breaches(id, { to, limit: 500, signal })
    const found = rows.find((breach) => breach.id === breachId)
    if (found !== undefined) return found
    if (nextTo === null) break
    to = nextTo
  }
  throw new ApiError(404, { error: 'not_found' })
}
