/** GMX's adapter against contracts on a local chain: plans become transactions, and their logs the same amounts. */
import { describeWithChain, RpcError } from '@ats/test-chain'
import { runs } from '@ats/test-kit'
import fc from 'fast-check'
import { decimal, negate, price, usd } from '../../src/core/values/decimal.js'
import type { VenueAction, VenueFill } from '../../src/core/model/live/venue-request.js'
import { readTokenBalances } from '../../src/venues/chain/token-balances.js'
import { fromUsdc } from '../../src/venues/gmx/amounts.js'
import type { Hex, PlacedLog } from '../../src/venues/port.js'
import { closing, opening, requestFor, startGmx, text, type GmxChain } from '../support/market/gmx-chain.js'

const ONE = 10n ** 30n
const USD = ONE
const KEEPER_FEE = 1_000_000_000_000n
/** 0.06 % of the size, 0.05 % of a profit. */
const FEES = [(6n * ONE) / 10_000n, (5n * ONE) / 10_000n, KEEPER_FEE] as const

let gmx: GmxChain
let snapshot: Hex

describeWithChain('GMX on a local chain', () => {
  beforeAll(async () => {
    gmx = (await startGmx())!
    await gmx.gmx.send(gmx.keeper, 'setFees', FEES)
  })
  beforeEach(async () => (snapshot = await gmx.chain.rpc<Hex>('evm_snapshot')))
  afterEach(() => gmx.chain.rpc('evm_revert', snapshot))
  afterAll(() => gmx.chain.stop())

  test('a long is opened, closed in part and closed, and every digit of the wallet is accounted for', async () => {
    const before = await gmx.usdcOf(gmx.wallet)
    const key = await gmx.place(opening('ETH-USD', 'LONG', '0.5', '2000', '100'))
    expect((await gmx.state()).orders).toMatchObject([
      { venueOrderId: key, symbol: 'ETH-USD', type: 'MARKET', isClosing: false, direction: 'LONG' },
    ])
    expect(before - (await gmx.usdcOf(gmx.wallet))).toBe(100_000_000n)

    const opened = await gmx.execute(key, 'ETH-USD', '1999', '2001.5', -3n * USD)
    expect(opened).toMatchObject([{ kind: 'executed', venueOrderId: key, cause: 'order', keeperFee: KEEPER_FEE }])
    const { positions, orders } = await gmx.state()
    expect(orders).toEqual([])
    const [position] = positions
    const entry = fillOf(opened)
    // 1,000 dollars at the upper price, rounded down to a unit of the token.
    expect(text(entry.quantity)).toBe('0.499625281039220584')
    expect(text(entry.charges.fees)).toBe('-0.6')
    expect(position).toMatchObject({ symbol: 'ETH-USD', direction: 'LONG', sizeInUsd: 1_000n * USD })
    expect(position!.quantity).toBe(entry.quantity)
    expect(position!.entryPrice).toBe(entry.price)
    expect(position!.collateral).toBe(entry.collateral)
    expect(text(position!.collateral)).toBe('99.4')

    const part = await gmx.place(closing('ETH-USD', 'LONG', '0.2', text(entry.quantity), '2100'))
    const closedPart = fillOf(await gmx.execute(part, 'ETH-USD', '2100', '2101', -1n * USD))
    expect(text(closedPart.quantity)).toBe('0.2')
    expect((await gmx.state()).positions[0]!.quantity).toBe(entry.quantity - closedPart.quantity)
    expect((await gmx.state()).positions[0]!.collateral).toBe(closedPart.collateral)

    const rest = text(entry.quantity - closedPart.quantity)
    const closed = fillOf(
      await gmx.execute(await gmx.place(closing('ETH-USD', 'LONG', rest, rest, '1950')), 'ETH-USD', '1950'),
    )
    expect(text(closed.quantity)).toBe(rest)
    expect(text(closed.collateral)).toBe('0')
    expect((await gmx.state()).positions).toEqual([])
    // 0.06 % of 400.3 dollars and 0.05 % of a profit of 19.7; of 599.7 dollars, at a loss.
    expect([text(closedPart.charges.fees), text(closed.charges.fees)]).toEqual([
      '-0.250030461730866657',
      '-0.3598200264801373',
    ])
    expect([text(closedPart.charges.priceImpact), text(closed.charges.priceImpact)]).toEqual([
      '-2.262176538269132893',
      '-1.75500000000000195',
    ])
    const fills = [entry, closedPart, closed]
    expect(fromUsdc((await gmx.usdcOf(gmx.wallet)) - before)).toBe(sumOf(fills.map(balanceChange)))
    for (const fill of fills.slice(1)) expectIdentity(fill)
  })

  test('a short of a token with eight places pays for time, and what it earned waits to be claimed', async () => {
    const market = gmx.deployment.markets.get('BTC-USD')!.marketToken
    const before = await gmx.usdcOf(gmx.wallet)
    const entry = fillOf(
      await gmx.execute(
        await gmx.place(opening('BTC-USD', 'SHORT', '0.1', '95000', '1000')),
        'BTC-USD',
        '95000',
        '95010',
      ),
    )
    expect(text(entry.quantity)).toBe('0.1')
    expect(entry.side).toBe('SELL')
    await gmx.gmx.send(gmx.keeper, 'accrue', [market, false, ONE / 1000n, 3n * 10n ** 18n + 1n, 4n * 10n ** 18n])
    const [position] = (await gmx.state()).positions
    expect(text(position!.pendingBorrowing)).toBe('-9.5')
    expect(text(position!.pendingFunding)).toBe('9.499999')

    const closed = fillOf(
      await gmx.execute(
        await gmx.place(closing('BTC-USD', 'SHORT', '0.1', '0.1', '94000')),
        'BTC-USD',
        '93990',
        '94000',
        2n * USD,
      ),
    )
    expect(text(closed.charges.borrowing)).toBe('-9.5')
    expect(text(closed.charges.funding)).toBe('9.499999')
    expect(text(closed.charges.priceImpact)).toBe('2')
    expect(text(closed.realizedPnl!)).toBe('100')
    const earned = usd(38n * 10n ** 18n)
    expectIdentity(closed, earned)
    const fills = [entry, closed]
    expect(fromUsdc((await gmx.usdcOf(gmx.wallet)) - before)).toBe(sumOf(fills.map(balanceChange)) - earned)
  })

  test('an order that cannot be filled at its worst price is cancelled, and gives back what it had', async () => {
    const before = await gmx.usdcOf(gmx.wallet)
    const key = await gmx.place(opening('ETH-USD', 'LONG', '0.5', '2000', '100'))
    // One per cent is accepted, not more.
    expect(await gmx.execute(key, 'ETH-USD', '2020.01')).toMatchObject([
      { kind: 'cancelled', venueOrderId: key, reason: 'OrderNotFulfillableAtAcceptablePrice', keeperFee: KEEPER_FEE },
    ])
    expect(await gmx.usdcOf(gmx.wallet)).toBe(before)
    expect(await gmx.state()).toMatchObject({ positions: [], orders: [] })
  })

  test.each(['LONG', 'SHORT'] as const)('the worst price itself is still good: %s', async (direction) => {
    const worst = { worstPrice: price(decimal('1980')) }
    const key = await gmx.place(opening('ETH-USD', direction, '0.5', '1980', '100', worst))
    expect(await gmx.execute(key, 'ETH-USD', '1980')).toMatchObject([{ kind: 'executed' }])
  })

  test('closing what is gone is cancelled with the venue’s word', async () => {
    await hold('LONG', '1')
    const first = await gmx.place(closing('ETH-USD', 'LONG', '1', '1', '2000'))
    const second = await gmx.place(closing('ETH-USD', 'LONG', '1', '1', '2000'))
    expect(await gmx.execute(first, 'ETH-USD', '2000')).toMatchObject([{ kind: 'executed' }])
    expect(await gmx.execute(second, 'ETH-USD', '2000')).toMatchObject([{ kind: 'cancelled', reason: 'EmptyPosition' }])
  })

  test('a limit waits for its price, is frozen, changed and filled', async () => {
    const limit = opening('ETH-USD', 'LONG', '0.5', '1900', '100', { type: 'LIMIT' })
    const key = await gmx.place(limit)
    expect(await revertOf(simulate(key, '1900', '1900.01'))).toBe('InvalidOrderPrices')
    // Reached, but the impact puts it beyond the worst price.
    const frozen = await gmx.execute(key, 'ETH-USD', '1900', '1900', -20n * USD)
    expect(frozen).toMatchObject([
      { kind: 'frozen', venueOrderId: key, reason: 'OrderNotFulfillableAtAcceptablePrice' },
    ])
    expect((await gmx.state()).orders).toMatchObject([{ venueOrderId: key, type: 'LIMIT', isFrozen: true }])

    const placed = requestFor(limit, { id: 'limit', state: 'FROZEN', venueOrderId: key })
    const update = opening('ETH-USD', 'LONG', '0.4', '1950', '100') as Extract<VenueAction, { kind: 'open' }>
    const { symbol, quantity, price, worstPrice } = update
    const changed = await gmx.send({ kind: 'update', symbol, requestId: 'limit', quantity, price, worstPrice }, [
      placed,
    ])
    expect(changed).toMatchObject([{ kind: 'updated', venueOrderId: key }])
    const [order] = (await gmx.state()).orders
    expect([text(order!.notional!), text(order!.price), order!.isFrozen]).toEqual(['780', '1950', false])
    expect(text(fillOf(await gmx.execute(key, 'ETH-USD', '1950')).quantity)).toBe('0.4')
  })

  test('a stop opens above the market, and is withdrawn by its key', async () => {
    const stop = opening('ETH-USD', 'LONG', '0.5', '2100', '100', { type: 'STOP' })
    const key = await gmx.place(stop)
    expect(await revertOf(simulate(key, '2099'))).toBe('InvalidOrderPrices')
    const placed = requestFor(stop, { id: 'stop', state: 'ACCEPTED', venueOrderId: key })
    const before = await gmx.usdcOf(gmx.wallet)
    const cancelled = await gmx.send({ kind: 'cancel', symbol: 'ETH-USD', requestId: 'stop' }, [placed])
    expect(cancelled).toMatchObject([{ kind: 'cancelled', venueOrderId: key, reason: 'USER_INITIATED_CANCEL' }])
    expect(cancelled[0]).not.toHaveProperty('keeperFee')
    expect((await gmx.usdcOf(gmx.wallet)) - before).toBe(100_000_000n)
  })

  test('a market order is withdrawn after 300 seconds, as the contract has it, and not before', async () => {
    const action = opening('ETH-USD', 'LONG', '0.5', '2000', '100')
    const key = await gmx.place(action)
    const placedAt = Number(
      (await gmx.chain.rpc<{ timestamp: Hex }>('eth_getBlockByNumber', 'latest', false)).timestamp,
    )
    const placed = requestFor(action, {
      id: 'm',
      state: 'ACCEPTED',
      venueOrderId: key,
      updatedAt: placedAt * 1_000_000,
    })
    const cancel = { kind: 'cancel', symbol: 'ETH-USD', requestId: 'm' } as const
    const mineAt = async (seconds: number) => {
      await gmx.chain.setNextBlockTimestamp(placedAt + seconds)
      await gmx.chain.mine()
    }
    await mineAt(299)
    expect(await gmx.plan(cancel, [placed])).toMatchObject({ wait: true })
    const tooEarly = requestFor(action, { ...placed, updatedAt: 0 })
    expect(await revertOf(gmx.send(cancel, [tooEarly]))).toBe('RequestNotYetCancellable')
    await mineAt(300)
    expect(await gmx.send(cancel, [placed])).toMatchObject([{ kind: 'cancelled', venueOrderId: key }])
  })

  test('of two exits of all, the one that is filled cancels the other', async () => {
    const entry = await hold('LONG', '1')
    const amount = text(entry.quantity)
    const profit = await gmx.place(closing('ETH-USD', 'LONG', amount, amount, '2200', { type: 'TAKE_PROFIT' }))
    const loss = await gmx.place(closing('ETH-USD', 'LONG', amount, amount, '1900', { type: 'STOP_LOSS' }))
    const { orders } = await gmx.state()
    expect(new Map(orders.map(({ venueOrderId, type, notional }) => [venueOrderId, [type, notional]]))).toEqual(
      new Map([
        [profit, ['TAKE_PROFIT', null]],
        [loss, ['STOP_LOSS', null]],
      ]),
    )
    // All of what the position is by then.
    const more = fillOf(
      await gmx.execute(await gmx.place(opening('ETH-USD', 'LONG', '0.5', '2000', '200')), 'ETH-USD', '2000'),
    )
    const answers = await gmx.execute(loss, 'ETH-USD', '1895')
    expect(answers).toMatchObject([
      { kind: 'executed', venueOrderId: loss, cause: 'stop_loss', keeperFee: KEEPER_FEE },
      { kind: 'cancelled', venueOrderId: profit, reason: 'AUTO_CANCEL', keeperFee: KEEPER_FEE },
    ])
    expect(fillOf(answers).quantity).toBe(entry.quantity + more.quantity)
    expect(await gmx.state()).toMatchObject({ positions: [], orders: [] })
  })

  test('a take-profit of a part leaves the rest and the other exit', async () => {
    const entry = await hold('SHORT', '1')
    const amount = text(entry.quantity)
    const profit = await gmx.place(closing('ETH-USD', 'SHORT', '0.3', amount, '1900', { type: 'TAKE_PROFIT' }))
    const loss = await gmx.place(closing('ETH-USD', 'SHORT', amount, amount, '2100', { type: 'STOP_LOSS' }))
    const answers = await gmx.execute(profit, 'ETH-USD', '1899', '1900')
    expect(answers).toMatchObject([{ kind: 'executed', venueOrderId: profit, cause: 'take_profit' }])
    expect(text(fillOf(answers).quantity)).toBe('0.3')
    expect((await gmx.state()).orders).toMatchObject([{ venueOrderId: loss }])
  })

  test('a profit that the pool cannot swap comes in the token of the market, and the USDC is counted apart', async () => {
    await gmx.stopSwaps('ETH-USD')
    const before = await gmx.usdcOf(gmx.wallet)
    const entry = fillOf(
      await gmx.execute(await gmx.place(opening('ETH-USD', 'LONG', '0.5', '2000', '100')), 'ETH-USD', '2000'),
    )
    const closed = fillOf(
      await gmx.execute(await gmx.place(closing('ETH-USD', 'LONG', '0.5', '0.5', '2500')), 'ETH-USD', '2500'),
    )
    const [profit] = closed.unswapped!
    expect(profit).toMatchObject({ name: 'ETH', decimals: 18, amount: decimal('0.1'), value: decimal('250') })
    expect(await readTokenBalances(gmx.wallet, closed.unswapped!, await gmx.reader())).toEqual([
      { token: profit!.token, amount: decimal('0.1') },
    ])
    const inUsdc = sumOf([entry, closed].map(balanceChange)) - profit!.value
    expect(fromUsdc((await gmx.usdcOf(gmx.wallet)) - before)).toBe(inUsdc)
    expectIdentity(closed)
  })

  test('a liquidation takes the collateral, names no order and cancels the exits', async () => {
    const entry = await hold('LONG', '1')
    const exit = await gmx.place(
      closing('ETH-USD', 'LONG', text(entry.quantity), text(entry.quantity), '2200', { type: 'TAKE_PROFIT' }),
    )
    const market = gmx.deployment.markets.get('ETH-USD')!.marketToken
    const price = gmx.contractPrice('ETH-USD', '1500')
    const answers = await gmx.keep('liquidate', gmx.wallet, market, true, price, price)
    expect(answers).toMatchObject([
      { kind: 'executed', venueOrderId: null, cause: 'liquidation' },
      { kind: 'cancelled', venueOrderId: exit, reason: 'AUTO_CANCEL' },
    ])
    const fill = fillOf(answers)
    expect([text(fill.payout!), text(fill.collateral), text(fill.realizedPnl!)]).toEqual(['0', '0', '-500'])
    expect(fill.collateralChange).toBe(negate(entry.collateral))
    expectIdentity(fill)
    expect((await gmx.state()).positions).toEqual([])
  })

  test('auto-deleveraging takes a part and pays it out', async () => {
    await hold('LONG', '1')
    const market = gmx.deployment.markets.get('ETH-USD')!.marketToken
    const price = gmx.contractPrice('ETH-USD', '3000')
    const answers = await gmx.keep('autoDeleverage', gmx.wallet, market, true, 500n * USD, price, price)
    expect(answers).toMatchObject([{ kind: 'executed', venueOrderId: null, cause: 'auto_deleveraging' }])
    const fill = fillOf(answers)
    expect([text(fill.quantity), text(fill.realizedPnl!)]).toEqual(['0.25', '250'])
    expectIdentity(fill)
  })

  test('collateral goes in and out without a size', async () => {
    const entry = await hold('LONG', '1')
    const before = await gmx.usdcOf(gmx.wallet)
    const move = async (amount: bigint) => {
      const action = {
        kind: 'collateral',
        symbol: 'ETH-USD',
        direction: 'LONG',
        amount: usd(amount * 10n ** 18n),
      } as const
      return gmx.execute(await gmx.place(action), 'ETH-USD', '2000')
    }
    const change = { venue: 'GMX', symbol: 'ETH-USD', tradeId: null }
    expect(await move(50n)).toMatchObject([{ kind: 'collateral', change: { ...change, amount: decimal('50') } }])
    expect(await move(-120n)).toMatchObject([{ kind: 'collateral', change: { ...change, amount: decimal('-120') } }])
    expect((await gmx.usdcOf(gmx.wallet)) - before).toBe(70_000_000n)
    expect((await gmx.state()).positions[0]!.collateral).toBe(usd(entry.collateral - decimal('70')))
  })

  test('a paused venue says so before and after an order is sent', async () => {
    const action = opening('ETH-USD', 'LONG', '0.5', '2000', '100')
    const planned = (await gmx.plan(action)) as readonly { to: Hex; data: Hex; value: bigint }[]
    await gmx.gmx.send(gmx.keeper, 'setDisabled', [2, true])
    expect((await gmx.state()).isPaused).toBe(true)
    expect(await gmx.plan(action)).toEqual({ wait: false, reason: 'GMX takes no new orders' })
    const { to, data, value } = planned[0]!
    expect(await revertOf(gmx.chain.transact({ from: gmx.wallet, to, data, value }))).toBe('DisabledFeature')
  })

  test('the fee of a keeper is enough and no more than the margin, and comes back but for what he takes', async () => {
    const action = opening('ETH-USD', 'LONG', '0.5', '2000', '100')
    const [call] = (await gmx.plan(action)) as readonly { to: Hex; data: Hex; value: bigint }[]
    const gasPrice = BigInt(await gmx.chain.rpc<Hex>('eth_gasPrice'))
    expect(call!.value).toBe((4_350_000n * gasPrice * 12n) / 10n)
    const key = await gmx.place(action)
    const native = async (address: Hex) => (await gmx.reader()).balance(address)
    const [before, held] = [await native(gmx.wallet), await native(gmx.gmx.address)]
    await gmx.execute(key, 'ETH-USD', '2000')
    expect(await native(gmx.gmx.address)).toBe(0n)
    expect((await native(gmx.wallet)) - before).toBe(held - KEEPER_FEE)
  })

  test('a node finds every transaction that answers a wallet by the filter, and none of another', async () => {
    const from = `0x${(await gmx.chain.head()).toString(16)}`
    await hold('LONG', '1')
    await gmx.place(closing('ETH-USD', 'LONG', '1', '1', '1900', { type: 'STOP_LOSS' }))
    const market = gmx.deployment.markets.get('ETH-USD')!.marketToken
    const ruin = gmx.contractPrice('ETH-USD', '1500')
    await gmx.keep('liquidate', gmx.wallet, market, true, ruin, ruin)
    const found = async (wallet: Hex) => {
      const { addresses, topics } = gmx.adapter.logFilter([wallet])
      const filter = { address: addresses, topics, fromBlock: from, toBlock: 'latest' }
      const logs = await gmx.chain.rpc<{ blockNumber: Hex }[]>('eth_getLogs', filter)
      return [...new Set(logs.map(({ blockNumber }) => Number(blockNumber) - Number(from)))]
    }
    // One block for each: opened, filled, an exit placed, liquidated.
    expect(await found(gmx.wallet)).toEqual([1, 2, 3, 4])
    expect(await found(gmx.keeper)).toEqual([])
  })

  test('whatever is opened and closed, the books and the wallet agree to the last digit', async () => {
    const step = fc.record({
      isLong: fc.boolean(),
      dollars: fc.integer({ min: 1_000_000, max: 9_000_000 }),
      change: fc.integer({ min: -4_000, max: 9_000 }),
      // What is left must be able to pay for the time that it was held.
      share: fc.integer({ min: 100_000, max: 900_000 }),
      impact: fc.integer({ min: -900, max: 900 }),
      borrowing: fc.bigInt(0n, ONE / 500n),
      funding: fc.bigInt(0n, 10n ** 19n),
      symbol: fc.constantFrom('ETH-USD', 'BTC-USD'),
    })
    await fc.assert(
      fc.asyncProperty(step, async ({ isLong, dollars, change, share, impact, borrowing, funding, symbol }) => {
        const direction = isLong ? 'LONG' : 'SHORT'
        const entryAt = `${Math.floor(dollars / 1000)}.${String(dollars % 1000).padStart(3, '0')}`
        const exitCents = dollars * 100_000 + dollars * change * (isLong ? 1 : -1)
        const exitAt = `${Math.floor(exitCents / 1e8)}.${String(exitCents % 1e8).padStart(8, '0')}`
        const before = await gmx.usdcOf(gmx.wallet)
        const entry = fillOf(
          await gmx.execute(
            await gmx.place(opening(symbol, direction, '1', entryAt, '5000')),
            symbol,
            entryAt,
            entryAt,
            (BigInt(impact) * USD) / 1000n,
          ),
        )
        const market = gmx.deployment.markets.get(symbol)!.marketToken
        await gmx.gmx.send(gmx.keeper, 'accrue', [market, isLong, borrowing, funding, 0n])
        const places = symbol === 'ETH-USD' ? 10n ** 0n : 10n ** 10n
        const part = (((entry.quantity / places) * BigInt(share)) / 1_000_000n) * places
        const fills = [entry]
        for (const amount of [part, entry.quantity - part]) {
          const [position] = (await gmx.state()).positions
          const action = closing(symbol, direction, text(amount), text(position!.quantity), exitAt)
          const fill = fillOf(await gmx.execute(await gmx.place(action), symbol, exitAt))
          expect(fill.quantity).toBe(amount)
          expectIdentity(fill)
          fills.push(fill)
        }
        expect(fromUsdc((await gmx.usdcOf(gmx.wallet)) - before)).toBe(sumOf(fills.map(balanceChange)))
        expect(await gmx.state()).toMatchObject({ positions: [], orders: [] })
      }),
      { numRuns: runs(8) },
    )
  })
})

/** A position of so much Ether at 2,000 with collateral of 400. */
async function hold(direction: 'LONG' | 'SHORT', amount: string): Promise<VenueFill> {
  const key = await gmx.place(opening('ETH-USD', direction, amount, '2000', '400'))
  return fillOf(await gmx.execute(key, 'ETH-USD', '2000'))
}

function fillOf(answers: readonly PlacedLog[]): VenueFill {
  const [first] = answers
  if (first?.kind !== 'executed')
    throw new Error(`not executed: ${first?.kind === 'cancelled' ? first.reason : 'nothing'}`)
  return first.fill
}

const chargesOf = ({ charges }: VenueFill): bigint =>
  Object.values(charges as unknown as Record<string, bigint>).reduce((sum, amount) => sum + amount, 0n)
const balanceChange = (fill: VenueFill): bigint => (fill.realizedPnl ?? 0n) + chargesOf(fill)
const sumOf = (amounts: readonly bigint[]): bigint => amounts.reduce((sum, amount) => sum + amount, 0n)

/** The wallet got what left the position, with profit and charges, but for what waits to be claimed. */
function expectIdentity(fill: VenueFill, earned = usd(0n)): void {
  expect(fill.payout).toBe(balanceChange(fill) - fill.collateralChange! - earned)
}

/** An execution with the node's estimate of the gas, which throws what would revert. */
const simulate = (key: Hex, min: string, max = min): Promise<unknown> =>
  gmx.gmx.send(gmx.keeper, 'executeOrder', [
    key,
    gmx.contractPrice('ETH-USD', min),
    gmx.contractPrice('ETH-USD', max),
    0n,
  ])

async function revertOf(sent: Promise<unknown>): Promise<string | null> {
  const error = await sent.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  if (error instanceof RpcError) return gmx.adapter.revertReason(error.data as Hex)
  throw new Error('did not revert', { cause: error })
}
