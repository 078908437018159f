/** The whole engine with live execution on, on a chain of the test's own. */
import { endAll, expectBooksToBalance } from '../support/venues/live-lives.js'
import { pollUntil } from '../support/poll-until.js'
import { describeLive, type LiveTrader } from '../support/venues/live-stage.js'

interface Shown {
  readonly msg: string
  readonly to: string
  readonly data: string
  readonly outcome: string
}

const SOME_BLOCKS = 5

describeLive('live execution of the whole engine', (live) => {
  const MARKET = { side: 'BUY', kind: 'MARKET', quantity: 0.05 }

  /** Places an order, which its keeper fills. */
  async function open(trader: LiveTrader): Promise<string> {
    const { order, trades } = await trader.placed(MARKET)
    expect([order.status, trades]).toEqual(['PENDING', []])
    await trader.settle()
    expect(await trader.order(order.id)).toMatchObject({ status: 'OPEN', venue_order: { state: 'ACCEPTED' } })
    const [waiting] = await trader.atVenue()
    await live().keeper.execute(trader.wallet, waiting!.venueOrderId)
    await trader.settle()
    expect(await trader.order(order.id)).toMatchObject({ status: 'FILLED', venue_order: { state: 'EXECUTED' } })
    return order.id
  }

  test('an order is filled by its keeper and closed again; the ledger is what the wallet has paid', async () => {
    const trader = await live().openTrader()
    const before = await trader.money()
    await open(trader)
    expect(await trader.compare()).toMatchObject({ is_equal: true, differences: [] })
    await endAll(live(), [trader])
    expect(await trader.closedPositions()).toHaveLength(1)
    const houses = (await trader.ledger()).map(({ house }) => house)
    expect(houses).toEqual(expect.arrayContaining(['fees', 'execution', 'realized_pnl']))
    await expectBooksToBalance(live(), trader, before)
  })

  test('a waiting order that was made larger fills as it then is, at the leverage of its collateral', async () => {
    const trader = await live().openTrader()
    const before = await trader.money()
    const { market, venue } = live().stage
    const price = Math.round(Number(market.price) / 2)
    const set = { symbol: market.symbol, platform_id: venue, leverage: 5 }
    expect((await trader.setLeverage(set)).status).toBe(200)
    const { order } = await trader.placed({ ...MARKET, kind: 'LIMIT', price })
    await trader.settle()
    const answer = trader.modify(order.id, { quantity: 0.1 })
    await live().mineAndFollow(SOME_BLOCKS)
    expect((await answer).status).toBe(200)
    await trader.settle()
    // Ostium cannot resize what waits there.
    const size = venue === 'GMX' ? 0.1 : 0.05
    expect(await trader.order(order.id)).toMatchObject({ status: 'OPEN', quantity: size })
    await live().setPrice(String(Math.floor(price * 0.98)))
    const [waiting] = await trader.atVenue()
    await live().keeper.execute(trader.wallet, waiting!.venueOrderId)
    await trader.settle()
    const [position] = await trader.positions()
    expect(await trader.order(order.id)).toMatchObject({ status: 'FILLED', filled_quantity: position!.quantity })
    expect(position).toMatchObject({ leverage: venue === 'GMX' ? 10 : 5 })
    // Better than its limit, it is so much larger; Ostium takes its fee out of it.
    const notional = Number(position!.entry_price) * position!.quantity
    expect(notional / (size * price)).toBeCloseTo(1, 1)
    expect(await trader.compare()).toMatchObject({ is_equal: true, differences: [] })
    await endAll(live(), [trader])
    await expectBooksToBalance(live(), trader, before)
    await live().setPrice(market.price)
  })

  test('an engine that ends goes on where it was: each order is sent once', async () => {
    const trader = await live().openTrader()
    const before = await trader.money()
    await trader.placed(MARKET)
    await live().restart()
    await trader.settle()
    const price = Math.round(Number(live().stage.market.price) / 2)
    await trader.placed({ ...MARKET, kind: 'LIMIT', price })
    await live().restart()
    await trader.settle()
    expect((await trader.atVenue()).map(({ type }) => type).sort()).toEqual(['LIMIT', 'MARKET'])
    await endAll(live(), [trader])
    await expectBooksToBalance(live(), trader, before)
  })

  test('a dry run shows what would be sent and sends nothing; what waits is sent once it is on', async () => {
    const trader = await live().openTrader()
    const before = await trader.money()
    // Its allowance is there: an order's own call can be run.
    await open(trader)
    const { chain } = live()
    const nonce = () => chain.rpc<string>('eth_getTransactionCount', trader.wallet, 'pending')
    const [paid, sent] = [await trader.money(), await nonce()]
    await live().restart('dry-run')
    const { order } = await trader.placed(MARKET)
    const lines = live().engine().logs
    const shown = (): readonly Shown[] =>
      lines
        .text()
        .split('\n')
        .filter((line) => line.includes('dry run'))
        .map((line) => JSON.parse(line) as Shown)
    await pollUntil(
      () => Promise.resolve(shown()),
      ({ length }) => length > 0,
    )
    expect(shown()).toEqual([
      expect.objectContaining({
        msg: expect.stringMatching(/^dry run, not sent: (GMX: )?open .*BTC-USD/) as string,
        to: expect.stringMatching(/^0x/) as string,
        data: expect.stringMatching(/^0x/) as string,
        outcome: expect.stringMatching(/^runs, \d+ gas$/) as string,
      }),
    ])
    await chain.mine(SOME_BLOCKS)
    expect(await trader.order(order.id)).toMatchObject({ status: 'PENDING', venue_order: { state: 'NEW' } })
    expect([await trader.atVenue(), await trader.money(), await nonce()]).toEqual([[], paid, sent])
    const { rows } = await live()
      .engine()
      .pool.query({
        text: `select from venue_transactions join venue_requests on id = request_id where order_id = $1`,
        values: [order.id],
      })
    expect(rows).toEqual([])
    await live().restart()
    await trader.settle()
    expect(await trader.atVenue()).toHaveLength(1)
    await endAll(live(), [trader])
    await expectBooksToBalance(live(), trader, before)
  })

  test('an order to a venue where the account has no wallet is refused, and nothing is asked for', async () => {
    const trader = await live().openTrader()
    const elsewhere = live().stage.venue === 'GMX' ? 'OSTIUM' : 'GMX'
    const refused = await trader.place({ ...MARKET, platform_id: elsewhere })
    expect(refused.body).toMatchObject({ order: null, violations: [{ rule: 'venue_limit' }] })
    const { rows } = await live()
      .engine()
      .pool.query({ text: `select from venue_requests where account_id = $1`, values: [trader.accountId] })
    expect(rows).toEqual([])
  })

  test('what is refused by its keeper fills nothing and costs what the attempt took', async () => {
    const trader = await live().openTrader()
    const before = await trader.money()
    const { order } = await trader.placed(MARKET)
    await trader.settle()
    const [waiting] = await trader.atVenue()
    const [refusal] = live().keeper.refusals
    await live().keeper.refuse(trader.wallet, waiting!.venueOrderId, refusal!)
    await trader.settle()
    expect(await trader.order(order.id)).toMatchObject({
      ...{ status: 'CANCELLED', reason: 'venue_cancelled', filled_quantity: 0 },
      venue_order: { state: 'CANCELLED', reason: refusal },
    })
    expect(await trader.positions()).toEqual([])
    await expectBooksToBalance(live(), trader, before)
  })
})
