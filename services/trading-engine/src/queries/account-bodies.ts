import type { Account } from '../core/model/account/account.js'
import type { Instruments } from '../core/model/decision-context.js'
import { isWorking } from '../core/model/order/order-status.js'
import { computeFigures } from '../core/margin/figures.js'
import { accountBody, summaryBody } from '../wire/account/account-body.js'
import { orderBody } from '../wire/order/order-body.js'
import { openPositionBodies } from '../wire/account/position-body.js'
import type { MakeBody } from './shared-texts.js'

export type AccountBodies = Readonly<Record<'account' | 'summary' | 'positions' | 'workingOrders', MakeBody<Account>>>

/** The bodies that show an account and the worth of its positions, and nothing of the clock. */
export const accountBodies = (instruments: Pick<Instruments, 'find'>): AccountBodies => ({
  account: (account, market, write) => accountBody(account, computeFigures(account, { market, instruments }), write),
  summary: (account, market, write) => summaryBody(account, computeFigures(account, { market, instruments }), write),
  positions: (account, market, write) => openPositionBodies(account, { market, instruments }, write),
  workingOrders: (account, _market, write) =>
    [...account.orders.values()]
      .reverse()
      .filter(({ status }) => isWorking(status))
      .map((order) => orderBody(order, write)),
})
