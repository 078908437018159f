/**
 * The traps of the venue, on a chain, with a mock that has each of them: what the adapter plans, and what it reads.
 */
import { describeWithChain } from '@ats/test-chain'
import { encodeFunctionData } from 'viem/utils'
import { decimal, price, quantity, usd } from '../../src/core/values/decimal.js'
import type { Hex, PlacedLog } from '../../src/venues/port.js'
import { createOstiumAdapter } from '../../src/venues/ostium/adapter.js'
import { TRADING_ABI } from '../../src/venues/ostium/abi.js'
import {
  closing,
  GOLD,
  known,
  LIQ,
  OPEN,
  DAY_END,
  opening,
  requestFor,
  SL,
  startOstium,
  TP,
  type OstiumMarket,
  type Quote,
} from '../support/market/ostium.js'

const AT_2000: Quote = { bid: '1999.5', ask: '2000.5' }
const AT_2100: Quote = { bid: '2099.5', ask: '2100.5' }
const AT_1900: Quote = { bid: '1899.5', ask: '1900.5' }

const gist = (log: PlacedLog | undefined) => {
  if (log === undefined) return undefined
  if (log.kind === 'accepted') return [log.kind, log.venueOrderId]
  if (log.kind === 'levels') return [log.kind, log.levels.stopLoss]
  if (log.kind === 'collateral') return [log.kind, log.change.tradeId, log.change.amount]
  return log.kind === 'executed'
    ? [log.kind, log.venueOrderId, log.cause, log.fill.tradeId]
    : [log.kind, log.venueOrderId, log.reason]
}

describeWithChain('Ostium’s traps', () => {
  let market: OstiumMarket
  beforeAll(async () => {
    market = await startOstium()
  })
  afterAll(() => market.stop())

  let snapshot: string
  beforeEach(async () => {
    snapshot = await market.chain.rpc<string>('evm_snapshot')
  })
  afterEach(async () => {
    // Blocks go back, so what was read goes on from the head as it is then.
    await market.chain.rpc('evm_revert', snapshot)
    await market.news()
  })

  const idOf = (logs: readonly PlacedLog[]): string => {
    const [log] = logs
    if (log?.kind !== 'accepted') throw new Error('not accepted')
    return log.venueOrderId
  }
  /** A trade of the market, opened at 2,000.5; its id. */
  const openTrade = async (more: Parameters<typeof opening>[0] = {}): Promise<string> => {
    const id = idOf((await market.request(opening(more))).logs)
    await market.answer(id, AT_2000)
    return id
  }

  test('1: a close that waits ends whatever is in the slot; so nothing opens on its pair, and fills name the trade', async () => {
    const first = await openTrade({ takeProfit: price(decimal('2090')) })
    const close = idOf((await market.request(closing())).logs)
    // Of another pair: yes. Of this one: later, also once the target has ended the trade and its slot is free.
    await expect(market.plan(requestFor(opening({ symbol: 'BTC-USD' })))).resolves.toHaveLength(1)
    const refused = { wait: true, reason: 'a close of the pair is pending' }
    await expect(market.plan(requestFor(opening()))).resolves.toEqual(refused)
    const target = await market.answer(await market.trigger(TP, 0), AT_2100)
    expect(target.map(gist)).toEqual([['executed', 'tp:5', 'take_profit', first]])
    expect((await market.state()).trades).toEqual([])
    await expect(market.plan(requestFor(opening()))).resolves.toEqual(refused)

    // One who sends it all the same loses the new trade to the old close.
    const state = { ...(await market.state()), orders: [] }
    const [forced] = await market.calls(requestFor(opening()), [], state)
    await market.send(forced!)
    const second = idOf(await market.news())
    await market.answer(second, AT_2000)
    const killed = await market.answer(close, AT_2000)
    expect(killed.map(gist)).toEqual([['executed', close, 'order', second]])
    expect((await market.state()).trades).toEqual([])
  })

  test('1, a resting order too may fill into the slot: the fill says which trade was really closed', async () => {
    await openTrade({ stopLoss: price(decimal('1950')) })
    await market.request(opening({ type: 'LIMIT', price: price(decimal('1900.5')) }))
    const close = idOf((await market.request(closing())).logs)
    await market.answer(await market.trigger(SL, 0), AT_1900)
    const limit = await market.trigger(OPEN, 0)
    expect((await market.answer(limit, AT_1900)).map(gist)).toEqual([
      ['executed', '5:0', 'order', String(limit)],
      ['levels', null],
    ])
    expect((await market.answer(close, AT_1900)).map(gist)).toEqual([['executed', close, 'order', String(limit)]])
  })

  test('2: the close that lost to a stop is cancelled by its own id, as its trade’s is 0', async () => {
    const trade = await openTrade({ stopLoss: price(decimal('1950')) })
    const close = idOf((await market.request(closing())).logs)
    const stop = await market.answer(await market.trigger(SL, 0), AT_1900)
    expect(stop.map(gist)).toEqual([['executed', 'sl:5', 'stop_loss', trade]])
    expect((await market.answer(close, AT_1900)).map(gist)).toEqual([['cancelled', close, 'NO_TRADE']])
  })

  test('3: a time-out is withdrawn with gas enough and no retry, whose failure the transaction hides', async () => {
    const trade = await openTrade()
    const action = closing()
    const close = idOf((await market.request(action)).logs)
    const cancel = { kind: 'cancel', symbol: 'XAU-USD', requestId: 'r0' } as const
    await expect(market.plan(requestFor(cancel), [known(action, close)])).resolves.toEqual({
      wait: true,
      reason: 'WaitTimeout',
    })
    await market.chain.mine(30)
    const [call] = await market.calls(requestFor(cancel), [known(action, close)])
    const data = encodeFunctionData({
      abi: TRADING_ABI,
      functionName: 'closeTradeMarketTimeout',
      args: [BigInt(close), true],
    })
    // What the node says is enough is not: the inner call ran out of gas, and nothing waits any more.
    const checkpoint = await market.chain.rpc<string>('evm_snapshot')
    const gas = await market.chain.rpc<string>('eth_estimateGas', {
      from: market.wallet,
      to: market.venue.trading,
      data,
    })
    expect(BigInt(gas)).toBeLessThan(1_500_000n)
    const starved = await market.send({ ...call!, data, gas: BigInt(gas) })
    expect(starved.isReverted).toBe(false)
    expect((await market.news()).map(gist)).toEqual([['timed_out', close, 'MarketCloseFailed']])
    expect((await market.state()).orders).toEqual([])
    await market.chain.rpc('evm_revert', checkpoint)
    await market.news()

    const { logs, receipts } = await market.request(cancel, [known(action, close)])
    expect(logs.map(gist)).toEqual([['timed_out', close, 'no keeper answered']])
    expect(receipts[0]?.isReverted).toBe(false)
    expect((await market.state()).trades.map(({ tradeId, isClosing }) => [tradeId, isClosing])).toEqual([
      [trade, false],
    ])
    // And it can be closed after all.
    const again = idOf((await market.request(action)).logs)
    expect((await market.answer(again, AT_2000)).map(gist)).toEqual([['executed', again, 'order', trade]])
  })

  test('4: an answer after the time-out opens nothing', async () => {
    const before = await market.usdc()
    const action = opening()
    const id = idOf((await market.request(action)).logs)
    await market.chain.mine(30)
    const { logs } = await market.request({ kind: 'cancel', symbol: 'XAU-USD', requestId: 'r0' }, [known(action, id)])
    expect(logs.map(gist)).toEqual([['timed_out', id, 'no keeper answered']])
    await expect(market.usdc()).resolves.toBe(before)
    expect(await market.answer(id, AT_2000)).toEqual([])
    await market.mock.send(market.chain.accounts[0]!.address, 'setOwnUpKeep', [GOLD, true])
    await expect(market.answer(id, AT_2000)).rejects.toThrow()
    expect((await market.state()).trades).toEqual([])
  })

  test('5: the same order sent twice is two orders, which the storage shows before a keeper answers', async () => {
    await market.request(opening())
    await market.request(opening())
    const { orders } = await market.state()
    expect(orders.map(({ type, isClosing, collateral }) => [type, isClosing, collateral])).toEqual([
      ['MARKET', false, decimal('400')],
      ['MARKET', false, decimal('400')],
    ])
  })

  test('6: added collateral is rounded by the venue, and the log says what it took', async () => {
    const before = await openTrade().then(() => market.usdc())
    const held = (await market.state()).trades[0]!
    const { logs } = await market.request({
      kind: 'collateral',
      symbol: 'XAU-USD',
      direction: 'LONG',
      amount: usd(decimal('200')),
    })
    const [log] = logs
    expect(log).toMatchObject({
      ...{ kind: 'collateral', venueOrderId: null },
      change: { symbol: 'XAU-USD', tradeId: held.tradeId, amount: decimal('199.488721') },
    })
    await expect(market.usdc()).resolves.toBe(before - decimal('199.488721'))
    const after = (await market.state()).trades[0]!
    expect(after.collateral - held.collateral).toBe(decimal('199.488721'))
    expect(after.quantity).toBe(held.quantity)
  })

  test('6: a refused removal keeps its fee and blocks closing until the time-out', async () => {
    await openTrade()
    const before = await market.usdc()
    const { logs } = await market.request({
      kind: 'collateral',
      symbol: 'XAU-USD',
      direction: 'LONG',
      amount: usd(decimal('-100')),
    })
    const id = idOf(logs)
    expect(logs[0]).toMatchObject({ kind: 'accepted', fee: decimal('0.1') })
    await expect(market.usdc()).resolves.toBe(before - decimal('0.1'))
    expect((await market.answer(id, null)).map(gist)).toEqual([['cancelled', id, 'MARKET_CLOSED']])
    await expect(market.plan(requestFor(closing()))).resolves.toEqual({ wait: true, reason: 'TriggerPending' })
    await market.chain.mine(30)
    await expect(market.plan(requestFor(closing()))).resolves.toHaveLength(1)
  })

  test('6: a removal that is executed pays what its log says', async () => {
    await openTrade()
    const before = await market.usdc()
    const { logs } = await market.request({
      kind: 'collateral',
      symbol: 'XAU-USD',
      direction: 'LONG',
      amount: usd(decimal('-100')),
    })
    const [log] = await market.answer(idOf(logs), AT_2000)
    if (log?.kind !== 'collateral') throw new Error('no collateral was taken')
    expect(log.change.amount).toBeLessThan(0n)
    await expect(market.usdc()).resolves.toBe(before - decimal('0.1') - log.change.amount)
  })

  test.each([
    ['dropped where it is too far for the new leverage', '1850', null],
    ['kept where it is not', '1950', price(decimal('1950'))],
  ])('6: the stop of a trade whose collateral is removed is %s, and the log says it', async (_, level, stopLoss) => {
    await openTrade({ stopLoss: price(decimal(level)) })
    const action = { kind: 'collateral', symbol: 'XAU-USD', direction: 'LONG', amount: usd(decimal('-150')) } as const
    const { logs } = await market.request(action)
    const [, levels] = await market.answer(idOf(logs), AT_2000)
    expect(levels).toMatchObject({ kind: 'levels', levels: { stopLoss, by: 'venue' } })
    expect((await market.state()).trades).toMatchObject([{ stopLoss }])
  })

  test('7: a resting order is not cancelled while a bot’s request for it is in flight; a failed attempt leaves it', async () => {
    const action = opening({ type: 'LIMIT', price: price(decimal('1950')) })
    const placed = await market.request(action)
    expect(placed.logs.map(gist)).toEqual([['accepted', '5:0']])
    const cancel = { kind: 'cancel', symbol: 'XAU-USD', requestId: 'r0' } as const
    const attempt = await market.trigger(OPEN, 0)
    await expect(market.plan(requestFor(cancel), [known(action, '5:0')])).resolves.toEqual({
      wait: true,
      reason: 'TriggerPending',
    })
    // Not hit: the order stays, and nothing has happened to it.
    expect(await market.answer(attempt, AT_2000)).toEqual([])
    expect((await market.state()).orders.map(({ venueOrderId, triggeredAt }) => [venueOrderId, triggeredAt])).toEqual([
      ['5:0', null],
    ])
    const { logs } = await market.request(cancel, [known(action, '5:0')])
    expect(logs).toMatchObject([{ kind: 'cancelled', venueOrderId: '5:0', fee: decimal('0.1') }])
  })

  test('7: and is again once nobody has answered within the time-out', async () => {
    const action = opening({ type: 'STOP', price: price(decimal('2050')), worstPrice: price(decimal('2060')) })
    await market.request(action)
    await market.trigger(OPEN, 0)
    await market.chain.mine(29)
    const cancel = requestFor({ kind: 'cancel', symbol: 'XAU-USD', requestId: 'r0' })
    await expect(market.plan(cancel, [known(action, '5:0')])).resolves.toMatchObject({ wait: true })
    await market.chain.mine(1)
    await expect(market.plan(cancel, [known(action, '5:0')])).resolves.toHaveLength(1)
  })

  test('8: a target on the wrong side of the market is taken, and closes with the next bot', async () => {
    const trade = await openTrade()
    const { logs } = await market.request(closing({ type: 'TAKE_PROFIT', price: price(decimal('1990')) }))
    expect(logs.map(gist)).toEqual([['accepted', 'tp:5']])
    const closed = await market.answer(await market.trigger(TP, 0), AT_2000)
    expect(closed.map(gist)).toEqual([['executed', 'tp:5', 'take_profit', trade]])
    expect(closed[0]).toMatchObject({ fill: { price: decimal('1999.5') } })
  })

  test('9: paused at either contract, nothing opens and closing goes on; done, nothing does', async () => {
    const operator = market.chain.accounts[0]!.address
    const held = await openTrade()
    for (const name of ['setPaused', 'setTradingPaused']) {
      await market.mock.send(operator, name, [true])
      await expect(market.plan(requestFor(opening()))).resolves.toEqual({ wait: true, reason: 'IsPaused' })
      expect((await market.state()).isPaused).toBe(true)
      await expect(market.plan(requestFor(closing()))).resolves.toHaveLength(1)
      await market.mock.send(operator, name, [false])
    }
    // Paused between request and answer: cancelled, for the oracle fee.
    const id = idOf((await market.request(opening())).logs)
    await market.mock.send(operator, 'setPaused', [true])
    expect(await market.answer(id, AT_2000)).toMatchObject([
      { kind: 'cancelled', reason: 'PAUSED', fee: decimal('0.1') },
    ])
    const close = idOf((await market.request(closing())).logs)
    expect((await market.answer(close, AT_2000)).map(gist)).toEqual([['executed', close, 'order', held]])
    await market.mock.send(operator, 'setDone', [true])
    await expect(market.plan(requestFor(closing()))).resolves.toEqual({ wait: false, reason: 'IsDone' })
  })

  test('10: all that leaves the collateral at an opening is a fee of the fill, a builder’s and the oracle’s as well', async () => {
    // Of the operator of the mock: a twentieth of a per cent for another, who is no wallet of ours.
    await market.mock.send(market.chain.accounts[0]!.address, 'setOpeningFees', [`0x${'b'.repeat(40)}`, 50_000n, true])
    const before = await market.usdc()
    const id = idOf((await market.request(opening())).logs)
    const [log] = await market.answer(id, AT_2000)
    if (log?.kind !== 'executed') throw new Error('not executed')
    const { charges, collateral } = log.fill
    const sent = before - (await market.usdc())
    expect(charges.oracleFees).toBe(decimal('-0.1'))
    expect(sent + charges.fees + charges.oracleFees).toBe(collateral)
  })

  test('a revert has the venue’s word', async () => {
    const wrong = opening({ takeProfit: price(decimal('1500')) })
    const [call] = await market.calls(requestFor(wrong))
    const error: unknown = await market.send(call!).catch((thrown: unknown) => thrown)
    const data = /0x[0-9a-f]{8,}/.exec(JSON.stringify(error))?.[0]
    expect(createOstiumAdapter(market.venue).revertReason(data as Hex)).toBe('WrongTP')
  })

  test.each([
    ['liquidation', LIQ, { bid: '1803.5', ask: '1804.5' }],
    ['day_trading_end', DAY_END, { ...AT_2100, isDayTradingClosed: true }],
  ] as const)('%s is the venue’s own doing, of no request', async (cause, kind, quote) => {
    await market.mock.send(market.chain.accounts[0]!.address, 'setLimits', [10, 50, 500])
    const trade = await openTrade()
    const before = await market.usdc()
    const [log] = await market.answer(await market.trigger(kind, 0), quote)
    expect(gist(log)).toEqual(['executed', null, cause, trade])
    if (log?.kind !== 'executed') throw new Error('not executed')
    await expect(market.usdc()).resolves.toBe(before + log.fill.payout!)
    expect(log.fill.payout === 0n).toBe(cause === 'liquidation')
  })

  test('several closings of one block, each of what the one before has left', async () => {
    await openTrade()
    await openTrade()
    const all = quantity(decimal('4'))
    const { trades } = await market.state()
    const half = quantity(trades[0]!.quantity / 2n)
    const part = idOf((await market.request(closing({ quantity: half, ofQuantity: all }))).logs)
    const operator = market.chain.accounts[0]!.address
    await market.mock.send(operator, 'setLimits', [10, 50, 500])
    const end = await market.trigger(DAY_END, 0)
    const other = await market.trigger(DAY_END, 1)
    const quote = { price: decimal('2000'), bid: decimal('1999.5'), ask: decimal('2000.5'), isDayTradingClosed: true }
    await market.mock.send(operator, 'answerAll', [[BigInt(part), end, other], quote])
    const fills = (await market.news()).flatMap((log) => (log.kind === 'executed' ? [log.fill] : []))
    expect(fills.map((fill) => fill.tradeId)).toEqual([trades[0]!.tradeId, trades[0]!.tradeId, trades[1]!.tradeId])
    expect(fills[0]!.quantity + fills[1]!.quantity).toBe(trades[0]!.quantity)
    expect(fills[1]!.collateral).toBe(0n)
    expect(fills[2]!.quantity).toBe(trades[1]!.quantity)
  })

  test.each([
    ['a profit beyond 900 % of the collateral', 'LONG', '4000'],
    ['a loss beyond the collateral', 'LONG', '100'],
    ['the loss of a short beyond the collateral', 'SHORT', '4000'],
  ] as const)(
    '%s is limited, and the fill has the price at which the trader came out',
    async (_what, direction, at) => {
      const before = await market.usdc()
      const trade = await openTrade({ direction })
      const [held] = (await market.state()).trades
      const close = idOf((await market.request(closing({ direction }))).logs)
      const [log] = await market.answer(close, { bid: at, ask: at })
      if (log?.kind !== 'executed') throw new Error('not executed')
      const { fill } = log
      expect(fill.tradeId).toBe(trade)
      // Fees of the opening were paid out of the collateral, so what came back less what was there is the result.
      const result = (fill.payout ?? 0n) - held!.collateral
      const { fees, rollover, funding } = fill.charges
      expect(fill.realizedPnl! + fees + rollover + funding).toBe(result)
      expect(fees).toBe(0n)
      const move = direction === 'LONG' ? fill.price - held!.entryPrice : held!.entryPrice - fill.price
      const byPrice = (fill.quantity * move) / decimal('1')
      expect(byPrice - fill.realizedPnl! < decimal('0.001') && fill.realizedPnl! - byPrice < decimal('0.001')).toBe(
        true,
      )
      expect(fill.price === decimal(at)).toBe(false)
      expect(await market.usdc()).toBeLessThan(before + held!.collateral * 10n)
    },
  )

  test('asked for and answered in one block', async () => {
    const trade = await openTrade({ takeProfit: price(decimal('2050')) })
    const operator = market.chain.accounts[0]!.address
    const quote = { price: decimal('2100'), bid: decimal('2099.5'), ask: decimal('2100.5'), isDayTradingClosed: false }
    await market.mock.send(operator, 'triggerAndAnswer', [TP, market.wallet, GOLD, 0, quote])
    expect((await market.news()).map(gist)).toEqual([['executed', 'tp:5', 'take_profit', trade]])
  })
})
