/** Wallets of LIVE accounts: registered, paused, drained and resumed by an operator, each with its row in the audit. */
import { inTransaction } from '@ats/service-kit/db'
import { notFound } from '@ats/service-kit/http'
import { invalidPayload, RequestError } from '@ats/service-kit/process'
import type { Pool, PoolClient } from 'pg'
import type { OperatorAction } from '../../core/model/account/operator-audit.js'
import { profileOf } from '../../core/model/plan/execution-profile.js'
import type { TradingWallet, WalletStanding } from '../../core/model/live/trading-wallet.js'
import type { Hex } from '../../core/model/live/venue-transaction.js'
import type { Micros } from '../../core/values/time.js'
import { insertAudit } from '../../store/operator/operator-audit.js'
import { findPlanOf } from '../../store/operator/plans.js'
import { changeTradingWallet, insertTradingWallet } from '../../store/venues/wallets.js'
import { tradingWalletCodec } from '../../wire/operator/trading-wallet-codec.js'
import { asText } from '../../wire/decimals.js'

export interface TradingWalletDependencies {
  readonly pool: Pool
  readonly now: () => Micros
  readonly newId: () => string
}

export interface RegisteredWallet {
  readonly wallet: TradingWallet
  /** False when it was there already. */
  readonly isNew: boolean
}

/** The same again is the same wallet; another wallet of the account, or another account of the wallet, is refused. */
export const registerWallet = (
  { pool, now, newId }: TradingWalletDependencies,
  wallet: TradingWallet,
  operator: OperatorAction,
): Promise<RegisteredWallet> =>
  inTransaction(pool, async (client) => {
    await refuseWhereUseless(client, wallet)
    const known = await insertTradingWallet(client, wallet)
    if (known !== null) {
      if (known.address === wallet.address && known.accountId === wallet.accountId && known.venue === wallet.venue)
        return { wallet: known, isNew: false }
      const message = `account ${known.accountId} trades with ${known.address} at ${known.venue}`
      throw new RequestError('conflict', message, { reason: 'wallet_taken', account_id: known.accountId })
    }
    const outcome = tradingWalletCodec.value({ wallet, funds: null }, asText)
    const done = { id: newId(), at: now(), action: 'register_wallet', subject: wallet.address, outcome }
    await insertAudit(client, { ...done, ...operator })
    return { wallet, isNew: true }
  })

/** No order of the account would ever come to the wallet. */
async function refuseWhereUseless(client: PoolClient, { accountId, venue }: TradingWallet): Promise<void> {
  const plan = await findPlanOf(client, accountId)
  if (plan === null) throw notFound('account')
  if (!profileOf({ plan }).needsWallet) {
    const message = `account ${accountId} is on ${plan.id}, a PAPER plan: it trades with no wallet`
    throw new RequestError('conflict', message, { reason: 'not_live', account_id: accountId })
  }
  if (plan.allowedVenues.includes(venue)) return
  const message = `${plan.id}, the plan of the account, does not allow ${venue}; it allows ${plan.allowedVenues.join(', ')}`
  throw invalidPayload([{ path: ['venue'], code: 'venue.not_allowed', message }], message)
}

const ACTIONS: Readonly<Record<WalletStanding, string>> = {
  ACTIVE: 'resume_wallet',
  PAUSED: 'pause_wallet',
  DRAINING: 'drain_wallet',
}

export interface ChangeWallet {
  readonly address: string
  readonly state: WalletStanding
  readonly reason: string | null
}

export const changeWallet = (
  { pool, now, newId }: TradingWalletDependencies,
  { address, state, reason }: ChangeWallet,
  operator: OperatorAction,
): Promise<TradingWallet> =>
  inTransaction(pool, async (client) => {
    const wallet = await changeTradingWallet(client, address.toLowerCase() as Hex, state, reason)
    if (wallet === null) throw notFound('wallet')
    const outcome = tradingWalletCodec.value({ wallet, funds: null }, asText)
    const done = { id: newId(), at: now(), action: ACTIONS[state], subject: wallet.address, outcome }
    await insertAudit(client, { ...done, ...operator })
    return wallet
  })
