/** Many LIVE orders concurrently: none of them waits in the sender for another. */
import { pollUntil } from '../support/poll-until.js'
import { describeLive, type LiveTrader } from '../support/venues/live-stage.js'

const WALLETS = 10
const ORDERS_EACH = 5

describeLive('a burst of live orders', (live) => {
  const nonceOf = async ({ wallet }: LiveTrader): Promise<number> =>
    Number(await live().chain.rpc('eth_getTransactionCount', wallet, 'latest'))
  const pooled = async (): Promise<number> => {
    const { pending } = await live().chain.rpc<{ pending: string }>('txpool_status')
    return Number(pending)
  }

  test('fifty of ten wallets are sent without waiting for a block, and leave no gap of nonces', async () => {
    const price = Math.round(Number(live().stage.market.price) / 2)
    const traders: LiveTrader[] = []
    for (let count = 0; count < WALLETS; count += 1) {
      const trader = await live().openTrader()
      // The allowance that comes before any order is given with the first one.
      await trader.placed({ side: 'BUY', kind: 'LIMIT', quantity: 0.05, price })
      await trader.settle()
      traders.push(trader)
    }
    const before = await Promise.all(traders.map(nonceOf))
    const placed = await Promise.all(
      traders.flatMap((trader) =>
        Array.from({ length: ORDERS_EACH }, async () => {
          const { order } = await trader.placed({ side: 'BUY', kind: 'MARKET', quantity: 0.05 })
          return { trader, id: order.id }
        }),
      ),
    )
    await pollUntil(pooled, (count) => count === WALLETS * ORDERS_EACH)
    // All are sent before a block comes; one block may not have gas for all of them.
    await live().chain.mine(2)
    expect(await Promise.all(traders.map(nonceOf))).toEqual(before.map((nonce) => nonce + ORDERS_EACH))
    for (const trader of traders) await trader.settle()
    for (const { trader, id } of placed)
      expect(await trader.order(id)).toMatchObject({ status: 'OPEN', venue_order: { state: 'ACCEPTED' } })
    const { rows } = await live()
      .engine()
      .pool.query<{ wallet: string }>(
        `select wallet from venue_transactions group by wallet having count(distinct nonce) <> max(nonce) - min(nonce) + 1`,
      )
    expect(rows).toEqual([])
  })
})
