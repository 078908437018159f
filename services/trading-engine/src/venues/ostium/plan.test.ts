import { decodeFunctionData } from 'viem/utils'
import { decimal, price, quantity, rate, usd } from '../../core/values/decimal.js'
import type { VenueAction, VenueRequest } from '../../core/model/live/venue-request.js'
import type { Call, NotNow } from '../port.js'
import { TRADING_ABI, V1_2_4_ABI, V3_ABI } from './abi.js'
import { ARBITRUM_ONE, type OstiumDeployment } from './deployment.js'
import { plan } from './plan.js'
import type { OstiumOrder, OstiumState, OstiumTrade } from './wallet-state.js'

const OLD: OstiumDeployment = { ...ARBITRUM_ONE, version: 'v1.2.4' }
const WALLET = '0x00000000000000000000000000000000000000aa'
const GOLD = 5

const at = (text: string) => price(decimal(text))
const size = (text: string) => quantity(decimal(text))
const money = (text: string) => usd(decimal(text))

const request = (action: VenueAction, more: Partial<VenueRequest> = {}): VenueRequest => ({
  ...{ id: 'r1', accountId: 'a1', orderId: 'o1', venue: 'OSTIUM', action, state: 'NEW', txHash: null },
  ...{ venueOrderId: null, reason: null, createdAt: 0, updatedAt: 0 },
  ...more,
})

const trade = (more: Partial<OstiumTrade> = {}): OstiumTrade => ({
  ...{ tradeId: '7', pairIndex: GOLD, index: 0, symbol: 'XAU-USD', direction: 'LONG', quantity: size('2') },
  ...{ collateral: money('400'), entryPrice: at('2000'), leverage: rate(decimal('10')) },
  ...{ initialLeverage: rate(decimal('10')), takeProfit: at('3800'), stopLoss: null, isClosing: false },
  ...{ pendingRollover: money('0'), pendingFunding: money('0'), triggers: {} },
  ...more,
})

const order = (more: Partial<OstiumOrder> = {}): OstiumOrder => ({
  ...{ venueOrderId: '5:0', symbol: 'XAU-USD', pairIndex: GOLD, index: 0, direction: 'LONG', isClosing: false },
  ...{ type: 'LIMIT', notional: money('4000'), price: at('1990'), takeProfit: at('2100'), stopLoss: null },
  ...{ collateral: money('400'), isFrozen: false, requestedAt: null, triggeredAt: null },
  ...more,
})

const state = (more: Partial<OstiumState> = {}): OstiumState => ({
  ...{ block: 1000, trades: [], positions: [], orders: [] },
  limits: {
    tradesPerPairMax: 10,
    pendingMarketOrdersMax: 50,
    marketOrdersTimeout: 30,
    triggerTimeout: 30,
    stopLossMax: 85n,
  },
  ...{ usdc: money('100000'), allowance: money('100000'), native: 10n ** 18n, isOpeningPaused: false, isDone: false },
  isPaused: false,
  ...more,
})

const OPEN = {
  ...{ kind: 'open', symbol: 'XAU-USD', direction: 'LONG', type: 'MARKET', quantity: size('2'), price: at('2000') },
  ...{ worstPrice: at('2020'), leverage: rate(decimal('10')), collateral: money('400'), takeProfit: at('2200') },
  stopLoss: at('1900'),
} as const satisfies VenueAction

const CLOSE = {
  ...{ kind: 'close', symbol: 'XAU-USD', direction: 'LONG', type: 'MARKET', quantity: size('2') },
  ...{ ofQuantity: size('2'), price: at('2000'), worstPrice: at('1980') },
} as const satisfies VenueAction

interface Setting {
  readonly venue?: OstiumDeployment
  readonly held?: OstiumState
  readonly others?: readonly VenueRequest[]
}

const planned = (action: VenueAction, { venue = OLD, held = state(), others = [] }: Setting = {}) =>
  plan(venue, request(action), {
    ...{ wallet: WALLET, now: 0, state: held, others, gasPrice: 1n },
    requestOf: (id) => others.find((other) => other.id === id),
  })

const read = (call: Call, venue = OLD) => {
  const { functionName, args } = decodeFunctionData({
    abi: [...(venue.version === 'v3' ? V3_ABI : V1_2_4_ABI), ...TRADING_ABI],
    data: call.data,
  })
  return [functionName, ...args]
}

const calls = (result: readonly Call[] | NotNow): readonly Call[] => {
  if ('wait' in result) throw new Error(`no calls: ${result.reason}`)
  return result
}

const wait = (reason: string): NotNow => ({ wait: true, reason })
const fail = (reason: string): NotNow => ({ wait: false, reason })

describe('opening', () => {
  const NOBODY = '0x0000000000000000000000000000000000000000'
  const sent = {
    ...{ collateral: 400_000_000n, openPrice: decimal('2000'), tp: decimal('2200'), sl: decimal('1900') },
    ...{ trader: NOBODY, leverage: 1000, pairIndex: GOLD, index: 0, buy: true },
  }

  test('a market order asks for its size, its bound, its exits, and waits for a keeper', () => {
    const [call] = calls(planned(OPEN))
    expect(call).toMatchObject({ to: OLD.trading, value: 0n, gas: null, endsWith: 'keeper' })
    expect(read(call!)).toEqual(['openTrade', sent, 0, 100n])
  })

  test('the later version gets a builder, who is nobody', () => {
    const [call] = calls(planned(OPEN, { venue: ARBITRUM_ONE }))
    expect(read(call!, ARBITRUM_ONE)).toEqual(['openTrade', sent, { builder: NOBODY, builderFee: 0 }, 0, 100n])
  })

  test.each([
    ['LIMIT', 1, OLD, 1n],
    ['STOP', 2, OLD, 1n],
    ['LIMIT', 1, ARBITRUM_ONE, 0n],
  ] as const)(
    'a %s rests at its target, with the slippage that its version asks for',
    (type, code, venue, slippage) => {
      const [call] = calls(planned({ ...OPEN, type, price: at('1990'), takeProfit: null, stopLoss: null }, { venue }))
      expect(call?.endsWith).toBe('receipt')
      const args = read(call!, venue)
      expect(args[1]).toMatchObject({ openPrice: decimal('1990'), collateral: 398_000_000n, tp: 0n, sl: 0n })
      expect(args.slice(-2)).toEqual([code, slippage])
    },
  )

  test('a short sells, bounded from below', () => {
    const short = { ...OPEN, direction: 'SHORT', worstPrice: at('1999.9'), takeProfit: null, stopLoss: null } as const
    const [, sold, , slippage] = read(calls(planned(short))[0]!) as [string, typeof sent, number, bigint]
    expect(sold.buy).toBe(false)
    expect(slippage).toBe(1n)
    expect(sold.openPrice - (sold.openPrice * slippage) / 10_000n).toBeGreaterThanOrEqual(decimal('1999.9'))
  })

  const filled = (count: number) =>
    Array.from({ length: count }, (_, index) => trade({ index, tradeId: String(index) }))
  const other = (action: VenueAction, more: Partial<VenueRequest>) => request(action, { id: 'r2', ...more })

  test.each<[string, Setting, NotNow | null]>([
    ['paused', { held: state({ isOpeningPaused: true }) }, wait('IsPaused')],
    ['done for good', { held: state({ isDone: true }) }, fail('IsDone')],
    [
      'a trade of the pair being closed',
      { held: state({ trades: [trade({ isClosing: true })] }) },
      wait('a close of the pair is pending'),
    ],
    [
      'a close that the storage has',
      { held: state({ orders: [order({ type: 'MARKET', isClosing: true })] }) },
      wait('a close of the pair is pending'),
    ],
    [
      'a close that is only signed',
      { others: [other(CLOSE, { state: 'SIGNED' })] },
      wait('a close of the pair is pending'),
    ],
    ['a close that is only stored', { others: [other(CLOSE, { state: 'NEW' })] }, null],
    ['a close of another pair', { others: [other({ ...CLOSE, symbol: 'BTC-USD' }, { state: 'SENT' })] }, null],
    [
      'ten slots in use',
      {
        held: state({ trades: filled(6), orders: [0, 1, 2, 3].map((index) => order({ venueOrderId: `5:${index}` })) }),
      },
      wait('MaxTradesPerPairReached'),
    ],
    ['nine slots in use', { held: state({ trades: filled(9) }) }, null],
    [
      'nine in use and one sent',
      { held: state({ trades: filled(9) }), others: [other(OPEN, { state: 'SENT' })] },
      wait('MaxTradesPerPairReached'),
    ],
    [
      'nine in use and one of them sent',
      {
        held: state({ trades: filled(8), orders: [order({ venueOrderId: '12', type: 'MARKET' })] }),
        others: [other(OPEN, { state: 'ACCEPTED', venueOrderId: '12' })],
      },
      null,
    ],
    [
      'fifty market orders of all pairs',
      {
        held: state({
          orders: Array.from({ length: 50 }, (_, id) =>
            order({ venueOrderId: String(id), pairIndex: id % 10 === 5 ? 6 : id % 10, symbol: 'x', type: 'MARKET' }),
          ),
        }),
      },
      wait('MaxPendingMarketOrdersReached'),
    ],
  ])('%s', (_name, setting, answer) => {
    const result = planned(OPEN, setting)
    if (answer === null) expect(calls(result)).toHaveLength(1)
    else expect(result).toEqual(answer)
  })

  test('a pair that the deployment does not have fails', () => {
    expect(planned({ ...OPEN, symbol: 'DOGE-USD' })).toEqual(fail('PairNotListed'))
  })
})

describe('closing', () => {
  // Slots are used again, so the oldest trade may have the highest index.
  const trades = [
    trade({ tradeId: '30', index: 0, quantity: size('1') }),
    trade({ tradeId: '9', index: 4, quantity: size('2') }),
    trade({ tradeId: '11', index: 2, quantity: size('3') }),
    trade({ tradeId: '1', index: 1, direction: 'SHORT' }),
    trade({ tradeId: '2', index: 1, pairIndex: 0, symbol: 'BTC-USD' }),
  ]
  const closing = (quantityText: string, ofText: string) =>
    planned({ ...CLOSE, quantity: size(quantityText), ofQuantity: size(ofText) }, { held: state({ trades }) })

  test('all of a position closes all its trades, whatever they have become', () => {
    expect(calls(closing('2', '2')).map((call) => read(call))).toEqual([
      ['closeTradeMarket', GOLD, 4, 10_000],
      ['closeTradeMarket', GOLD, 2, 10_000],
      ['closeTradeMarket', GOLD, 0, 10_000],
    ])
  })

  test.each([
    ['0.5', [[4, 2_500]]],
    ['2', [[4, 10_000]]],
    [
      '3',
      [
        [4, 10_000],
        [2, 3_333],
      ],
    ],
    [
      '5.9999',
      [
        [4, 10_000],
        [2, 10_000],
        [0, 9_999],
      ],
    ],
    [
      '5.00001',
      [
        [4, 10_000],
        [2, 10_000],
      ],
    ],
  ])('%s of six: oldest first, never more', (part, expected) => {
    expect(calls(closing(part, '6')).map((call) => read(call).slice(2))).toEqual(expected)
  })

  test('a part too small for the venue’s smallest share fails', () => {
    expect(closing('0.00001', '6')).toEqual(fail('less than the smallest share of a trade, a hundredth of a per cent'))
  })

  test('the later version bounds a close; of a short from above', () => {
    const short = { ...CLOSE, direction: 'SHORT', worstPrice: at('2020') } as const
    const [call] = calls(planned(short, { venue: ARBITRUM_ONE, held: state({ trades }) }))
    expect(read(call!, ARBITRUM_ONE)).toEqual(['closeTradeMarket', GOLD, 1, 10_000, decimal('2000'), 100])
  })

  test.each([
    ['being closed already', { isClosing: true }, 'AlreadyMarketClosed'],
    ['an automation in flight', { triggers: { TP: 990 } }, 'TriggerPending'],
    ['a removal that was refused and still blocks', { triggers: { REMOVE_COLLATERAL: 975 } }, 'TriggerPending'],
  ] as const)('%s waits', (_name, more, reason) => {
    expect(planned(CLOSE, { held: state({ trades: [trade(more)] }) })).toEqual(wait(reason))
  })

  test('nothing to close fails; a pause does not hinder closing', () => {
    expect(planned(CLOSE)).toEqual(fail('NoTradeFound'))
    expect(calls(planned(CLOSE, { held: state({ trades, isOpeningPaused: true }) }))).toHaveLength(3)
    expect(planned(CLOSE, { held: state({ trades, isDone: true }) })).toEqual(fail('IsDone'))
  })
})

describe('take-profit and stop-loss', () => {
  const trades = [
    trade({ tradeId: '2', index: 1, entryPrice: at('2100'), leverage: rate(decimal('5')) }),
    trade({ tradeId: '1', index: 0 }),
  ]
  const exit = (type: 'TAKE_PROFIT' | 'STOP_LOSS', level: string, held = state({ trades })) =>
    planned({ ...CLOSE, type, price: at(level) }, { held })

  test('are set at each trade', () => {
    expect(calls(exit('TAKE_PROFIT', '2300')).map((call) => read(call))).toEqual([
      ['updateTp', GOLD, 0, decimal('2300')],
      ['updateTp', GOLD, 1, decimal('2300')],
    ])
    expect(calls(exit('STOP_LOSS', '1950')).map((call) => [...read(call), call.endsWith])).toEqual([
      ['updateSl', GOLD, 0, decimal('1950'), 'receipt'],
      ['updateSl', GOLD, 1, decimal('1950'), 'receipt'],
    ])
  })

  test('a stop beyond 85 % of the collateral is at the bound, which each trade has its own of', () => {
    expect(calls(exit('STOP_LOSS', '1500')).map((call) => read(call)[3])).toEqual([
      decimal('2000') - decimal('170'),
      decimal('2100') - decimal('357'),
    ])
    const short = state({ trades: [trade({ direction: 'SHORT' })] })
    const result = planned({ ...CLOSE, direction: 'SHORT', type: 'STOP_LOSS', price: at('3000') }, { held: short })
    expect(read(calls(result)[0]!)[3]).toBe(decimal('2170'))
  })

  test('a take-profit beyond 900 % is at that bound, by the highest leverage it has had', () => {
    const held = state({ trades: [trade({ leverage: rate(decimal('5')) })] })
    expect(read(calls(exit('TAKE_PROFIT', '9000', held))[0]!)[3]).toBe(decimal('2000') + decimal('1800'))
  })

  test('a part of a position is the engine’s to watch', () => {
    const part = { ...CLOSE, type: 'STOP_LOSS', quantity: size('1') } as const
    expect(planned(part, { held: state({ trades }) })).toEqual(
      fail('take-profit and stop-loss close whole trades only'),
    )
  })

  test('an automation of that kind in flight waits, of another does not', () => {
    const held = state({ trades: [trade({ triggers: { SL: 990 } })] })
    expect(exit('STOP_LOSS', '1950', held)).toEqual(wait('TriggerPending'))
    expect(calls(exit('TAKE_PROFIT', '2300', held))).toHaveLength(1)
  })
})

describe('cancelling', () => {
  const target = (action: VenueAction, venueOrderId: string | null) =>
    request(action, { id: 'r0', state: 'ACCEPTED', venueOrderId })
  const cancel = (other: VenueRequest, held: OstiumState) =>
    planned({ kind: 'cancel', symbol: 'XAU-USD', requestId: 'r0' }, { held, others: [other] })

  test('a resting order is cancelled in its slot', () => {
    const held = state({ orders: [order({ venueOrderId: '5:3', index: 3 })] })
    const [call] = calls(cancel(target({ ...OPEN, type: 'LIMIT' }, '5:3'), held))
    expect(read(call!)).toEqual(['cancelOpenLimitOrder', GOLD, 3])
    expect(call?.endsWith).toBe('receipt')
  })

  test('not while a bot’s request for it is in flight', () => {
    const held = state({ orders: [order({ triggeredAt: 990 })] })
    expect(cancel(target({ ...OPEN, type: 'LIMIT' }, '5:0'), held)).toEqual(wait('TriggerPending'))
  })

  test.each([
    [1029, null],
    [1030, 'openTradeMarketTimeout'],
  ])('a market order, at block %i of a request at 1000', (block, name) => {
    const held = state({
      block,
      orders: [order({ venueOrderId: '12', type: 'MARKET', index: null, requestedAt: 1000 })],
    })
    const result = cancel(target(OPEN, '12'), held)
    if (name === null) expect(result).toEqual(wait('WaitTimeout'))
    else expect(read(calls(result)[0]!)).toEqual([name, 12n])
  })

  test('a close that nobody answered is withdrawn without a retry, with gas of its own', () => {
    const held = state({ orders: [order({ venueOrderId: '12', type: 'MARKET', isClosing: true, requestedAt: 900 })] })
    const [call] = calls(cancel(target(CLOSE, '12'), held))
    expect(read(call!)).toEqual(['closeTradeMarketTimeout', 12n, false])
    expect(call?.gas).toBe(1_500_000n)
  })

  test('an exit is withdrawn from the trades that have one', () => {
    const held = state({ trades: [trade({ stopLoss: at('1900') }), trade({ tradeId: '8', index: 1 })] })
    expect(calls(cancel(target({ ...CLOSE, type: 'STOP_LOSS' }, 'sl:5'), held)).map((call) => read(call))).toEqual([
      ['updateSl', GOLD, 0, 0n],
    ])
  })

  test.each<[string, VenueRequest, NotNow]>([
    ['not mined yet', target(OPEN, null), wait('the venue does not have it yet')],
    ['executed in the meantime', target({ ...OPEN, type: 'LIMIT' }, '5:9'), fail('NoLimitFound')],
    ['answered in the meantime', target(CLOSE, '99'), fail('NoTradeToTimeoutFound')],
    ['unknown', request(OPEN, { id: 'else' }), fail('there is no such request')],
  ])('%s', (_name, other, answer) => {
    expect(cancel(other, state())).toEqual(answer)
  })
})

describe('changing', () => {
  const target = (action: VenueAction, venueOrderId = '5:0') =>
    request(action, { id: 'r0', state: 'ACCEPTED', venueOrderId })
  const change = (
    other: VenueRequest,
    more: { quantity?: string; ofQuantity?: string; price?: string },
    held: OstiumState,
  ) =>
    planned(
      {
        ...{ kind: 'update', symbol: 'XAU-USD', requestId: 'r0', quantity: size(more.quantity ?? '2') },
        ...{ price: at(more.price ?? '1980'), worstPrice: at('2000') },
        ...(more.ofQuantity !== undefined && { ofQuantity: size(more.ofQuantity) }),
      },
      { held, others: [other] },
    )

  test('a resting order moves and keeps its exits', () => {
    const [call] = calls(change(target({ ...OPEN, type: 'LIMIT' }), {}, state({ orders: [order()] })))
    expect(read(call!)).toEqual(['updateOpenLimitOrder', GOLD, 0, decimal('1980'), decimal('2100'), 0n])
  })

  test('its size cannot change, nor can a market order', () => {
    const held = state({ orders: [order()] })
    expect(change(target({ ...OPEN, type: 'LIMIT' }), { quantity: '3' }, held)).toEqual(
      fail('the size of a resting order cannot be changed'),
    )
    expect(change(target(OPEN), {}, held)).toEqual(fail('a market order cannot be changed'))
  })

  test('a stop-loss moves at each trade', () => {
    const held = state({ trades: [trade(), trade({ tradeId: '8', index: 1 })] })
    const moved = calls(change(target({ ...CLOSE, type: 'STOP_LOSS' }, 'sl:5'), { price: '1960' }, held))
    expect(moved.map((call) => read(call))).toEqual([
      ['updateSl', GOLD, 0, decimal('1960')],
      ['updateSl', GOLD, 1, decimal('1960')],
    ])
  })

  test('a stop-loss of a position that has grown moves when it covers all of it', () => {
    const exit = target({ ...CLOSE, type: 'STOP_LOSS', quantity: size('1'), ofQuantity: size('1') }, 'sl:5')
    const held = state({ trades: [trade({ quantity: size('1') }), trade({ index: 1, quantity: size('0.5') })] })
    expect(calls(change(exit, { quantity: '1.5', price: '1960' }, held))).toHaveLength(2)
    expect(change(exit, { quantity: '1.4', price: '1960' }, held)).toEqual(
      fail('take-profit and stop-loss close whole trades only'),
    )
    // More of it is there than the books knew when the change was asked for.
    expect(calls(change(exit, { quantity: '1.4', ofQuantity: '1.4' }, held))).toHaveLength(2)
    expect(change(exit, { quantity: '1', ofQuantity: '1.4' }, held)).toEqual(
      fail('take-profit and stop-loss close whole trades only'),
    )
  })
})

describe('collateral', () => {
  const trades = [trade({ collateral: money('300') }), trade({ tradeId: '8', index: 1, collateral: money('100') })]
  const change = (amount: string, held = state({ trades })) =>
    planned({ kind: 'collateral', symbol: 'XAU-USD', direction: 'LONG', amount: money(amount) }, { held })

  test('is added in proportion, and nothing is lost on the way', () => {
    expect(calls(change('100.000001')).map((call) => [...read(call), call.endsWith])).toEqual([
      ['topUpCollateral', GOLD, 0, 75_000_000n, 'receipt'],
      ['topUpCollateral', GOLD, 1, 25_000_001n, 'receipt'],
    ])
  })

  test('is taken out by a keeper', () => {
    expect(calls(change('-40')).map((call) => [...read(call), call.endsWith])).toEqual([
      ['removeCollateral', GOLD, 0, 30_000_000n, 'keeper'],
      ['removeCollateral', GOLD, 1, 10_000_000n, 'keeper'],
    ])
  })

  test('too little to move the leverage by a hundredth fails, also all of it', () => {
    expect(change('0.01')).toEqual(fail('WrongLeverage'))
    expect(change('-400')).toEqual(fail('WrongLeverage'))
  })
})
