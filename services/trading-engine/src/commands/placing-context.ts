import type { Account } from '../core/model/account/account.js'
import type { DecisionContext } from '../core/model/decision-context.js'
import type { Queryable } from '../store/read/queryable.js'
import { listHeldElsewhere } from '../store/read/held-elsewhere.js'
import { withWallet } from './live/wallet-of.js'

/** The context of a decision on a new order, with what its plan has it look at beside the account. */
export const placingContext = async (
  db: Queryable,
  account: Account,
  context: DecisionContext,
): Promise<DecisionContext> => withHeldElsewhere(db, account, await withWallet(db, account, context))

/** The context with the positions of its user's other accounts, where the plan refuses hedges with them. */
export const withHeldElsewhere = async (
  db: Queryable,
  account: Account,
  context: DecisionContext,
): Promise<DecisionContext> =>
  account.plan.risk.orderRules?.hedging === 'REFUSE_USER'
    ? { ...context, heldElsewhere: await listHeldElsewhere(db, account) }
    : context

/** The context of a look at the market: an order that waited, and would open, is asked again as it fills. */
export const fillingContext = (
  db: Queryable,
  account: Account,
  context: DecisionContext,
): DecisionContext | Promise<DecisionContext> =>
  [...account.orders.values()].some(({ flags }) => !flags.reduceOnly)
    ? withHeldElsewhere(db, account, context)
    : context
