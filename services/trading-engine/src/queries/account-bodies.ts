import type { Account } from '../core/model/account/account.js'
import type { Instruments } from '../core/model/decision-context.js'
import { isWorking } from '../core/model/order/order-status.js'
import { computeFigures } from '../core/margin/figures.js'
import { accountCodec, summaryCodec } from '../wire/account/account-codec.js'
import { listOf } from '../wire/codec/kinds.js'
import { orderCodec } from '../wire/order/order-codec.js'
import { positionCodec, valuedPositions } from '../wire/account/position-codec.js'
import type { MakeJson } from './shared-texts.js'

const orders = listOf(orderCodec)
const positions = listOf(positionCodec)

export type AccountBodies = Readonly<Record<'account' | 'summary' | 'positions' | 'workingOrders', MakeJson<Account>>>

/** The JSON that shows an account and the worth of its positions, and nothing of the clock. */
export const accountBodies = (instruments: Pick<Instruments, 'find'>): AccountBodies => ({
  account: (account, market, write) =>
    accountCodec.json({ account, figures: computeFigures(account, { market, instruments }) }, write),
  summary: (account, market, write) =>
    summaryCodec.json({ account, figures: computeFigures(account, { market, instruments }) }, write),
  positions: (account, market, write) => positions.json(valuedPositions(account, { market, instruments }), write),
  workingOrders: (account, _market, write) =>
    orders.json(
      [...account.orders.values()].reverse().filter(({ status }) => isWorking(status)),
      write,
    ),
})
