import type { Account } from '../../core/model/account/account.js'
import type { DecisionContext } from '../../core/model/decision-context.js'
import { profileOf } from '../../core/model/plan/execution-profile.js'
import type { Queryable } from '../../store/read/queryable.js'
import { findWalletVenue } from '../../store/venues/wallets.js'

/** The context of a decision with the venue where a LIVE account has its wallet: an order goes nowhere else. */
export const withWallet = async (
  db: Queryable,
  account: Account,
  context: DecisionContext,
): Promise<DecisionContext> =>
  profileOf(account).needsWallet ? { ...context, walletAt: await findWalletVenue(db, account.id) } : context
