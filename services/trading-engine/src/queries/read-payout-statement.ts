import { inTransaction, ONE_MOMENT } from '@ats/service-kit/db'
import { notFound } from '@ats/service-kit/http'
import type { Pool } from 'pg'
import type { PayoutStatement } from '../core/model/account/payout-statement.js'
import { findStatement } from '../store/read/payout-statements.js'

/**
 * The statement of a payout; of one account, where that is named.
 * @throws RequestError not_found
 */
export async function readPayoutStatement(
  pool: Pool,
  payoutId: string,
  accountId: string | null,
): Promise<PayoutStatement> {
  const found = await inTransaction(pool, (client) => findStatement(client, payoutId), ONE_MOMENT)
  if (found === null || (accountId !== null && found.payout.accountId !== accountId)) throw notFound('payout')
  return found
}
