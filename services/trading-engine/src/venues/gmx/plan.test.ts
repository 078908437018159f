import { decodeFunctionData } from 'viem/utils'
import { decimal, price, quantity, rate, usd } from '../../core/values/decimal.js'
import type { VenueAction, VenueRequest, VenueState } from '../../core/model/live/venue-request.js'
import type { Call, Hex, NotNow, PlanContext } from '../port.js'
import { EXCHANGE_ROUTER } from './abi.js'
import { createGmxAdapter } from './adapter.js'
import { arbitrumDeployment } from './deployment.js'
import { WHOLE_POSITION } from './order-types.js'
import type { GmxPosition, GmxWalletState } from './wallet-state.js'

const deployment = arbitrumDeployment()
const { contracts } = deployment
const adapter = createGmxAdapter(deployment)
const WALLET: Hex = '0x00000000000000000000000000000000000a11ce'
const KEY: Hex = `0x${'5e'.repeat(32)}`
const NOW = 1_800_000_000_000_000
const MARKET_TOKEN = deployment.markets.get('ETH-USD')!.marketToken
const ZERO: Hex = '0x0000000000000000000000000000000000000000'

const POSITION: GmxPosition = {
  ...({ symbol: 'ETH-USD', direction: 'LONG', quantity: quantity(decimal('3')) } as const),
  ...{ sizeInUsd: 6_000_000_000_000_000_000_000_000_000_000_001n, entryPrice: price(decimal('2000')) },
  ...{ collateral: usd(decimal('1000.000001')), pendingFunding: usd(0n), pendingBorrowing: usd(0n) },
  ...{ pendingRollover: usd(0n), trades: [] },
}

const STATE: GmxWalletState = {
  ...{ block: 1, positions: [POSITION], orders: [], usdc: usd(decimal('10000')), native: 10n ** 18n, isPaused: false },
  executionGas: { open: 4_000_000n, close: 5_000_001n },
}

/** 4,000,000 × 10,000,000 wei with a margin of 30 %; closing: rounded up. */
const OPEN_FEE = 52_000_000_000_000n
const CLOSE_FEE = 65_000_013_000_000n

const OPEN: Extract<VenueAction, { kind: 'open' }> = {
  ...({ kind: 'open', symbol: 'ETH-USD', direction: 'LONG', type: 'MARKET' } as const),
  ...{ quantity: quantity(decimal('0.5')), price: price(decimal('2000')) },
  ...{ worstPrice: price(decimal('2020.0000000000005')), leverage: rate(decimal('10')) },
  ...{ collateral: usd(decimal('100.0000009')), takeProfit: price(decimal('2500')), stopLoss: null },
}
const CLOSE: Extract<VenueAction, { kind: 'close' }> = {
  ...({ kind: 'close', symbol: 'ETH-USD', direction: 'LONG', type: 'MARKET' } as const),
  ...{ quantity: quantity(decimal('1')), ofQuantity: quantity(decimal('3')), price: price(decimal('2100')) },
  worstPrice: price(decimal('2080.0000000000005')),
}

function requestFor(action: VenueAction, more: Partial<VenueRequest> = {}): VenueRequest {
  const dates = { createdAt: NOW, updatedAt: NOW }
  const sent = { state: 'NEW', txHash: null, venueOrderId: null, reason: null } as const
  return { id: 'r', accountId: 'a', orderId: 'o', venue: 'GMX', action, ...sent, ...dates, ...more }
}

function contextWith(
  state: Partial<GmxWalletState> = {},
  requests: readonly VenueRequest[] = [],
): PlanContext<GmxWalletState> {
  return {
    ...{ wallet: WALLET, now: NOW, state: { ...STATE, ...state }, others: [], gasPrice: 10_000_000n },
    requestOf: (id) => requests.find((request) => request.id === id),
  }
}

const plan = (action: VenueAction, context = contextWith()) => adapter.plan(requestFor(action), context)

/** The single multicall of a plan, taken apart. */
function parts(planned: readonly Call[] | NotNow) {
  if ('wait' in planned) throw new Error(planned.reason)
  expect(planned).toHaveLength(1)
  const [call] = planned
  expect(call!.to).toBe(contracts.exchangeRouter)
  const outer = decodeFunctionData({ abi: EXCHANGE_ROUTER, data: call!.data })
  const inner = (outer.args as [readonly Hex[]])[0].map((data) => decodeFunctionData({ abi: EXCHANGE_ROUTER, data }))
  return { call: call!, inner }
}

function created(planned: readonly Call[] | NotNow) {
  const { call, inner } = parts(planned)
  const order = inner.at(-1)!
  if (order.functionName !== 'createOrder') throw new Error(order.functionName)
  return { call, before: inner.slice(0, -1), order: order.args[0] }
}

test('a market order sends the fee of its keeper, its collateral and its size in dollars', () => {
  const { call, before, order } = created(plan(OPEN))
  expect(call).toMatchObject({ value: OPEN_FEE, gas: null, endsWith: 'keeper' })
  expect(call.description).toBe('GMX: open LONG 0.5 ETH-USD (MARKET)')
  expect(before).toEqual([
    { functionName: 'sendWnt', args: [contracts.orderVault, OPEN_FEE] },
    { functionName: 'sendTokens', args: [contracts.usdc, contracts.orderVault, 100_000_000n] },
  ])
  expect(order).toEqual({
    addresses: {
      receiver: '0x00000000000000000000000000000000000A11cE',
      ...({ cancellationReceiver: '0x00000000000000000000000000000000000A11cE', callbackContract: ZERO } as const),
      ...{ uiFeeReceiver: ZERO, market: MARKET_TOKEN, initialCollateralToken: contracts.usdc, swapPath: [] },
    },
    numbers: {
      sizeDeltaUsd: 1_000n * 10n ** 30n,
      initialCollateralDeltaAmount: 100_000_000n,
      triggerPrice: 0n,
      // A buyer's bound is rounded down to the 12 places of the contract.
      acceptablePrice: 2_020_000_000_000_000n,
      executionFee: OPEN_FEE,
      callbackGasLimit: 0n,
      minOutputAmount: 0n,
      validFromTime: 0n,
    },
    orderType: 2,
    decreasePositionSwapType: 0,
    isLong: true,
    shouldUnwrapNativeToken: false,
    autoCancel: false,
    referralCode: `0x${'0'.repeat(64)}`,
    dataList: [],
  })
})

test.each([
  ['MARKET', 'LONG', 2, 2_020_000_000_000_000n, 0n],
  ['MARKET', 'SHORT', 2, 2_020_000_000_000_001n, 0n],
  ['LIMIT', 'LONG', 3, 2_020_000_000_000_000n, 2_000_000_000_000_000n],
  ['LIMIT', 'SHORT', 3, 2_020_000_000_000_001n, 2_000_000_000_000_000n],
  ['STOP', 'LONG', 8, 2_020_000_000_000_000n, 2_000_000_000_000_000n],
  ['STOP', 'SHORT', 8, 2_020_000_000_000_001n, 2_000_000_000_000_000n],
] as const)('opening %s %s: type, bound and trigger', (type, direction, orderType, acceptablePrice, triggerPrice) => {
  const { order } = created(plan({ ...OPEN, type, direction }))
  expect(order).toMatchObject({
    orderType,
    isLong: direction === 'LONG',
    autoCancel: false,
    numbers: { acceptablePrice, triggerPrice },
  })
})

test.each([
  ['MARKET', 'LONG', 4, false, 2_080_000_000_000_001n, 0n],
  ['MARKET', 'SHORT', 4, false, 2_080_000_000_000_000n, 0n],
  ['TAKE_PROFIT', 'LONG', 5, true, 2_080_000_000_000_001n, 2_100_000_000_000_000n],
  ['STOP_LOSS', 'LONG', 6, true, 2_080_000_000_000_001n, 2_100_000_000_000_000n],
  ['STOP_LOSS', 'SHORT', 6, true, 2_080_000_000_000_000n, 2_100_000_000_000_000n],
] as const)(
  'closing a part %s %s: type, auto-cancel, bound and trigger',
  (type, direction, orderType, autoCancel, acceptablePrice, triggerPrice) => {
    const context = contextWith({ positions: [{ ...POSITION, direction }] })
    const { call, before, order } = created(plan({ ...CLOSE, type, direction }, context))
    expect(call.value).toBe(CLOSE_FEE)
    expect(before).toEqual([{ functionName: 'sendWnt', args: [contracts.orderVault, CLOSE_FEE] }])
    expect(order).toMatchObject({
      orderType,
      autoCancel,
      isLong: direction === 'LONG',
      decreasePositionSwapType: 1,
      numbers: {
        sizeDeltaUsd: POSITION.sizeInUsd / 3n + (direction === 'LONG' ? 0n : 1n),
        ...{ initialCollateralDeltaAmount: 333_333_333n, triggerPrice, acceptablePrice, executionFee: CLOSE_FEE },
      },
    })
  },
)

test.each([
  ['what the decision saw', '3', '3', POSITION.sizeInUsd],
  ['more than the venue holds now', '4', '5', POSITION.sizeInUsd],
  ['all, though it has grown since', '2', '2', POSITION.sizeInUsd],
])('closing now %s takes the size of the contract whole', (_, amount, of, sizeDeltaUsd) => {
  const action = { ...CLOSE, quantity: quantity(decimal(amount)), ofQuantity: quantity(decimal(of)) }
  expect(created(plan(action)).order.numbers).toMatchObject({ sizeDeltaUsd, initialCollateralDeltaAmount: 0n })
})

test.each(['TAKE_PROFIT', 'STOP_LOSS'] as const)('a %s of all closes whatever there will be', (type) => {
  const action = { ...CLOSE, type, quantity: CLOSE.ofQuantity }
  const { order } = created(plan(action, contextWith({ positions: [] })))
  expect(order.numbers).toMatchObject({ sizeDeltaUsd: WHOLE_POSITION, initialCollateralDeltaAmount: 0n })
})

test.each([
  ['LONG', '12.3456789', 2, WHOLE_POSITION, 12_345_678n],
  ['SHORT', '12.3456789', 2, 0n, 12_345_678n],
  ['LONG', '-12.3456789', 4, 0n, 12_345_678n],
  ['SHORT', '-12.3456789', 4, WHOLE_POSITION, 12_345_678n],
] as const)('collateral of a %s by %s is an order without a size', (direction, amount, orderType, bound, moved) => {
  const { order, before } = created(
    plan({ kind: 'collateral', symbol: 'ETH-USD', direction, amount: usd(decimal(amount)) }),
  )
  expect(order).toMatchObject({
    orderType,
    autoCancel: false,
    numbers: { sizeDeltaUsd: 0n, initialCollateralDeltaAmount: moved, acceptablePrice: bound, triggerPrice: 0n },
  })
  expect(before.map(({ functionName }) => functionName)).toEqual(
    orderType === 2 ? ['sendWnt', 'sendTokens'] : ['sendWnt'],
  )
})

describe('an order that GMX has', () => {
  const target = (action: VenueAction, more: Partial<VenueRequest> = {}) =>
    requestFor(action, { id: 'target', state: 'ACCEPTED', venueOrderId: KEY, ...more })
  const cancel = { kind: 'cancel', symbol: 'ETH-USD', requestId: 'target' } as const
  const update = {
    ...({ kind: 'update', symbol: 'ETH-USD', requestId: 'target', quantity: quantity(decimal('0.25')) } as const),
    ...{ price: price(decimal('1900')), worstPrice: price(decimal('1910')) },
  } as const

  test('is withdrawn by its key', () => {
    const { call, inner } = parts(plan(cancel, contextWith({}, [target({ ...OPEN, type: 'LIMIT' })])))
    expect(inner).toEqual([{ functionName: 'cancelOrder', args: [KEY] }])
    expect(call).toMatchObject({ value: 0n, endsWith: 'receipt' })
  })

  test.each([
    ['opening', OPEN],
    ['closing', CLOSE],
    ['collateral', { kind: 'collateral', symbol: 'ETH-USD', direction: 'LONG', amount: usd(1n) }],
  ] as const)('at the market is withdrawn only after 300 seconds: %s', (_, action) => {
    const placed = (secondsAgo: number) =>
      contextWith({}, [target(action, { updatedAt: NOW - secondsAgo * 1_000_000 })])
    expect(plan(cancel, placed(299))).toMatchObject({ wait: true })
    expect(parts(plan(cancel, placed(300))).inner[0]!.functionName).toBe('cancelOrder')
  })

  test.each([
    ['an opening limit', { ...OPEN, type: 'LIMIT' }, [475n * 10n ** 30n, 1_910n, false]],
    ['an exit of a part', { ...CLOSE, type: 'STOP_LOSS' }, [POSITION.sizeInUsd / 12n, 1_910n, true]],
    [
      'an exit of all',
      { ...CLOSE, type: 'TAKE_PROFIT', ofQuantity: quantity(decimal('0.25')) },
      [WHOLE_POSITION, 1_910n, true],
    ],
  ] as const)('is changed: %s', (_, action, [size, worst, autoCancel]) => {
    const { call, inner } = parts(plan(update, contextWith({}, [target(action)])))
    const bound = worst * 10n ** 12n
    expect(inner).toEqual([
      { functionName: 'updateOrder', args: [KEY, size, bound, 1_900n * 10n ** 12n, 0n, 0n, autoCancel] },
    ])
    expect(call).toMatchObject({ value: 0n, endsWith: 'receipt' })
  })

  test.each([
    ['a part, though as large as the position once was', '0.5', POSITION.sizeInUsd / 12n],
    ['all, whatever that then is', '0.25', WHOLE_POSITION],
  ])('is changed to %s', (_, ofQuantity, size) => {
    const change = { ...update, ofQuantity: quantity(decimal(ofQuantity)) }
    const ofAll = quantity(decimal(ofQuantity === '0.5' ? '0.25' : '9'))
    const exit = target({ ...CLOSE, type: 'STOP_LOSS', ofQuantity: ofAll })
    expect(parts(plan(change, contextWith({}, [exit]))).inner[0]!.args[1]).toBe(size)
  })

  test('needs another fee once it is frozen', () => {
    const orders = [{ venueOrderId: KEY, isFrozen: true }] as unknown as GmxWalletState['orders']
    const opening = target({ ...OPEN, type: 'STOP' }, { state: 'FROZEN' })
    const { call, inner } = parts(plan(update, contextWith({ orders }, [opening])))
    expect(inner.map(({ functionName }) => functionName)).toEqual(['sendWnt', 'updateOrder'])
    expect(inner[0]!.args).toEqual([contracts.orderVault, OPEN_FEE])
    expect(call.value).toBe(OPEN_FEE)
  })

  test.each([
    ['a market order is not changed', update, [target(OPEN)], false],
    ['an unknown request', cancel, [], false],
    [
      'one that has no key yet',
      cancel,
      [target({ ...OPEN, type: 'LIMIT' }, { venueOrderId: null, state: 'SENT' })],
      true,
    ],
    ...(['EXECUTED', 'CANCELLED', 'TIMED_OUT', 'FAILED'] satisfies VenueState[]).map(
      (state) => [`one that is ${state}`, cancel, [target({ ...OPEN, type: 'LIMIT' }, { state })], false] as const,
    ),
  ] as const)('not now: %s', (_, action, requests, wait) => {
    expect(plan(action, contextWith({}, requests))).toMatchObject({ wait })
  })
})

test.each([
  ['an unknown symbol', { ...OPEN, symbol: 'NOPE-USD' }, {}, 'GMX has no market for NOPE-USD', false],
  ['an opening while GMX is paused', OPEN, { isPaused: true }, 'GMX takes no new orders', false],
  ['a position that is not there', CLOSE, { positions: [] }, 'there is no such position on GMX', false],
  ['one on the other side', { ...CLOSE, direction: 'SHORT' }, {}, 'there is no such position on GMX', false],
  [
    'an exit of a part of a position to come',
    { ...CLOSE, type: 'TAKE_PROFIT' },
    { positions: [] },
    'GMX has no such position yet',
    true,
  ],
] as const)('not now: %s', (_, action, state, reason, wait) => {
  expect(plan(action, contextWith(state))).toEqual({ wait, reason })
})

test('a paused venue still closes', () => {
  expect(created(plan(CLOSE, contextWith({ isPaused: true }))).order.orderType).toBe(4)
})

test('the same request and state give the same bytes', () => {
  expect(plan(OPEN)).toEqual(plan(structuredClone(OPEN)))
})
