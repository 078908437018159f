import { inTransaction } from '@ats/service-kit/db'
import { RequestError } from '@ats/service-kit/process'
import type { OperatorAction } from '../../core/model/account/operator-audit.js'
import type { ChainBlock, ChainVerdict, AssessChain } from '../../core/model/live/chain-verdict.js'
import type { VenueId } from '../../core/model/market/instrument.js'
import { insertAudit } from '../../store/operator/operator-audit.js'
import { restoreVenueCursor } from '../../store/venues/cursors.js'
import { reopenNonce } from '../../store/venues/transactions.js'
import { listTradingWallets } from '../../store/venues/wallets.js'
import type { TradingWalletDependencies } from './trading-wallets.js'

export interface AcceptedChain {
  readonly venue: VenueId
  readonly chainId: number
  /** Up to there it was booked, on a chain that is no more. */
  readonly from: ChainBlock
  /** The block from which it is read on. */
  readonly to: ChainBlock
  /** Nonces whose transactions are to be found, or sent, once more. */
  readonly reopened: number
  readonly accountIds: readonly string[]
}

const PROBLEMS_MAX = 10

/**
 * After a reorganisation deeper than the confirmations: has the books of a venue read on from a block that the chain
 * still has. Refused unless all that was booked since is on the chain as it was booked; then what is read a second time
 * changes nothing, and what was never read is booked. The accounts stay halted until they are released.
 */
export async function acceptChain(
  { pool, now, newId, assessChain }: TradingWalletDependencies & { readonly assessChain: AssessChain },
  venue: VenueId,
  operator: OperatorAction,
): Promise<AcceptedChain> {
  const wallets = await listTradingWallets(pool)
  const verdict = acceptable(venue, await assessChain(venue))
  const { chainId, from, to, head, displaced } = verdict
  const halted = wallets.filter((wallet) => wallet.venue === venue && wallet.chainId === chainId)
  const accountIds = halted.map(({ accountId }) => accountId)
  const nonces = new Map(displaced.map((made) => [`${made.wallet} ${made.nonce}`, made]))
  const accepted: AcceptedChain = { venue, chainId, from, to, reopened: nonces.size, accountIds }
  await inTransaction(pool, async (client) => {
    if (!(await restoreVenueCursor(client, venue, chainId, from, to))) throw unchanged(venue)
    for (const { wallet, nonce } of nonces.values()) await reopenNonce(client, wallet, nonce, head)
    const done = { id: newId(), at: now(), action: 'accept_chain', subject: venue, outcome: { ...accepted } }
    await insertAudit(client, { ...done, ...operator })
  })
  return accepted
}

function acceptable(
  venue: VenueId,
  verdict: ChainVerdict | null,
): Extract<ChainVerdict, { readonly kind: 'acceptable' }> {
  if (verdict === null)
    throw new RequestError('conflict', 'live execution is off: no chain is asked', { reason: 'no_chain' })
  if (verdict.kind === 'unchanged') throw unchanged(venue)
  if (verdict.kind === 'acceptable') return verdict
  const { problems } = verdict
  const said = problems.slice(0, PROBLEMS_MAX).join('; ')
  const more = problems.length > PROBLEMS_MAX ? `; ${problems.length - PROBLEMS_MAX} more` : ''
  throw new RequestError('conflict', `the books cannot be made equal to the chain: ${said}${more}`, {
    reason: 'chain_refused',
  })
}

const unchanged = (venue: VenueId): RequestError =>
  new RequestError('conflict', `the chain of ${venue} is the one that was booked`, { reason: 'chain_unchanged' })
