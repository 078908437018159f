/** Commands that the service gives itself, on account of the market or the clock. */
import { decideRunOut } from '../core/decide/decide-run-out.js'
import { decideTimePassed } from '../core/decide/decide-time-passed.js'
import type { MarketUpdateOptions } from '../core/decide/market/market-event.js'
import { processMarketUpdate } from '../core/decide/process-market-update.js'
import { decideAdvance } from '../core/execution/advance.js'
import type { Account } from '../core/model/account/account.js'
import { ranOutPrefix, type DeadManSwitch } from '../core/model/account/dead-man-switch.js'
import { decided, withInputs } from '../core/model/outcome.js'
import { formatTimestamp } from '../core/values/time.js'
import { systemCommand, type Command } from './pipeline/command.js'
import { fillingContext } from './placing-context.js'

/** A look at the market. */
export const marketCommand = (account: Account, update: MarketUpdateOptions): Command<null> => ({
  ...systemCommand(account, 'market', () => null, askedOf(update)),
  decide: async (current, context, db) => {
    const filling = await fillingContext(db, current, context)
    return withInputs(decided(processMarketUpdate(current, filling, update), null), filling)
  },
})

const askedOf = ({ isLate, seen, reached }: MarketUpdateOptions): unknown => ({
  isLate,
  seen,
  orders: [...(reached?.orders ?? [])].map(([id, { price, at }]) => [id, price, at]),
  marks: [...(reached?.marks ?? [])].map(([at, { mark, day }]) => [at, mark, day]),
})

/** A read of the account that finds it behind the time. */
export const advanceCommand = (account: Account): Command<null> => systemCommand(account, 'advance', decideAdvance, {})

export const timeLimitCommand = (account: Account): Command<null> =>
  systemCommand(account, 'time_limit', decideTimePassed, {})

/** No trader can send such a client_id: the slash is not one of its characters. */
export const ranOutCommand = (
  account: Account,
  { accountId, action, expiresAt }: Pick<DeadManSwitch, 'accountId' | 'action' | 'expiresAt'>,
): Command<null> => ({
  ...systemCommand(account, 'dead_man_switch', (current, context) => decideRunOut(current, action, context), {
    action,
    expiresAt,
  }),
  clientId: ranOutPrefix(accountId) + formatTimestamp(expiresAt),
})
