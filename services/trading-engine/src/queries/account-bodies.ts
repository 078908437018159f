import type { Account } from '../core/model/account/account.js'
import type { Instruments } from '../core/model/decision-context.js'
import { isWorking } from '../core/model/order/order-status.js'
import { computeFigures } from '../core/margin/figures.js'
import { accountBody, summaryBody } from '../wire/account/account-body.js'
import { listOf } from '../wire/codec/kinds.js'
import { orderCodec } from '../wire/order/order-codec.js'
import { openPositionBodies } from '../wire/account/position-body.js'
import type { MakeJson } from './shared-texts.js'

const orders = listOf(orderCodec)

export type AccountBodies = Readonly<Record<'account' | 'summary' | 'positions' | 'workingOrders', MakeJson<Account>>>

/** The JSON that shows an account and the worth of its positions, and nothing of the clock. */
export const accountBodies = (instruments: Pick<Instruments, 'find'>): AccountBodies => ({
  account: (account, market, write) =>
    JSON.stringify(accountBody(account, computeFigures(account, { market, instruments }), write)),
  summary: (account, market, write) =>
    JSON.stringify(summaryBody(account, computeFigures(account, { market, instruments }), write)),
  positions: (account, market, write) => JSON.stringify(openPositionBodies(account, { market, instruments }, write)),
  workingOrders: (account, _market, write) =>
    orders.json(
      [...account.orders.values()].reverse().filter(({ status }) => isWorking(status)),
      write,
    ),
})
