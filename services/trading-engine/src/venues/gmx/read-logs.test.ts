import { decimal, formatDecimal, usd } from '../../core/values/decimal.js'
import type { VenueFill } from '../../core/model/live/venue-request.js'
import {
  gmxEvent,
  transactionOf,
  transferLog,
  type EventValues,
  type RawLog,
} from '../../../test/support/market/gmx-logs.js'
import type { ChainLog, Hex, LogContext, PlacedLog } from '../port.js'
import { createGmxAdapter } from './adapter.js'
import { arbitrumDeployment } from './deployment.js'

const deployment = arbitrumDeployment()
const { eventEmitter, usdc } = deployment.contracts
const adapter = createGmxAdapter(deployment)
const BTC = deployment.markets.get('BTC-USD')!
const WETH = deployment.markets.get('ETH-USD')!.indexToken

const WALLET: Hex = '0x00000000000000000000000000000000000a11ce'
const STRANGER: Hex = '0x0000000000000000000000000000000000000b0b'
const KEEPER: Hex = '0x0000000000000000000000000000000000c0ffee'
const KEY: Hex = `0x${'5e'.repeat(32)}`
const OTHER_KEY: Hex = `0x${'6f'.repeat(32)}`
const HASH: Hex = `0x${'a1'.repeat(32)}`
const USD = 10n ** 30n
/** Dollars for the smallest unit of a token of 8 decimals. */
const BTC_PRICE = 10n ** 22n

const CONTEXT: LogContext = {
  at: () => {
    throw new Error('GMX tells all in its logs')
  },
  requestOf: () => undefined,
}
const read = (logs: readonly ChainLog[], wallets: readonly Hex[] = [WALLET]) =>
  adapter.readLogs(logs, new Set(wallets), CONTEXT) as readonly PlacedLog[]
const readOne = (...logs: readonly RawLog[]) => read(transactionOf(HASH, 7, logs))

const orderEvent = (name: string, key: Hex, account: Hex, more: EventValues = {}): RawLog =>
  gmxEvent(eventEmitter, name, [key, account], {
    ...more,
    addresses: { account, ...more.addresses },
    keys: { key, ...more.keys },
  })
const orderCreated = (key = KEY, account = WALLET) =>
  orderEvent('OrderCreated', key, account, { uints: { orderType: 2n } })
const orderExecuted = (key = KEY, account = WALLET, secondaryOrderType = 0n) =>
  orderEvent('OrderExecuted', key, account, { uints: { secondaryOrderType } })
const orderEnded = (name: string, reason: string, reasonBytes: Hex, key = KEY, account = WALLET) =>
  orderEvent(name, key, account, { bytes: { reasonBytes }, texts: { reason } })
const keeperFee = (executionFeeAmount: bigint, keeper = KEEPER) =>
  gmxEvent(eventEmitter, 'KeeperExecutionFee', [keeper], { addresses: { keeper }, uints: { executionFeeAmount } })
const oraclePrice = (token: Hex, minPrice: bigint) =>
  gmxEvent(eventEmitter, 'OraclePriceUpdate', [token], {
    addresses: { token },
    uints: { minPrice, maxPrice: minPrice },
  })

const FEES = {
  ...{ fundingFeeAmount: 1_500_000n, claimableShortTokenAmount: 0n, borrowingFeeAmount: 2_250_000n },
  ...{ positionFeeAmount: 6_000_000n, totalCostAmount: 9_750_000n },
}
const feesCollected = (uints: Partial<typeof FEES> = {}, key = KEY) =>
  gmxEvent(eventEmitter, 'PositionFeesCollected', [BTC.marketToken], {
    uints: { ...FEES, ...uints },
    keys: { orderKey: key },
  })

const POSITION = { market: BTC.marketToken, collateralToken: usdc }
function positionIncrease(more: EventValues = {}, account = WALLET): RawLog {
  return gmxEvent(eventEmitter, 'PositionIncrease', [account], {
    addresses: { account, ...POSITION, ...more.addresses },
    uints: {
      ...{ collateralAmount: 990_250_000n, executionPrice: 95_050n * BTC_PRICE, sizeDeltaUsd: 9_500n * USD },
      ...{ sizeDeltaInTokens: 10_000_000n, orderType: 2n },
      ...more.uints,
    },
    ints: { collateralDeltaAmount: 990_250_000n },
    flags: { isLong: true, ...more.flags },
    keys: { orderKey: KEY },
  })
}
function positionDecrease(more: EventValues = {}): RawLog {
  return gmxEvent(eventEmitter, 'PositionDecrease', [WALLET], {
    addresses: { account: WALLET, ...POSITION, ...more.addresses },
    uints: {
      ...{ collateralAmount: 490_250_000n, executionPrice: 96_010n * BTC_PRICE },
      ...{ 'indexTokenPrice.min': 96_000n * BTC_PRICE, 'indexTokenPrice.max': 96_001n * BTC_PRICE },
      ...{ sizeDeltaUsd: 4_750n * USD, sizeDeltaInTokens: 5_000_000n, collateralDeltaAmount: 500_000_000n },
      ...{ 'values.priceImpactDiffUsd': 0n, orderType: 4n },
      ...more.uints,
    },
    ints: { priceImpactUsd: 7n * USD, basePnlUsd: 50n * USD, totalImpactUsd: -(3n * USD), ...more.ints },
    flags: { isLong: true, ...more.flags },
    keys: { orderKey: KEY },
  })
}
const paid = (amount: bigint, token = usdc) => transferLog(token, BTC.marketToken, WALLET, amount)

function fillOf(answers: readonly PlacedLog[]): VenueFill {
  const executed = answers.find((answer) => answer.kind === 'executed')
  if (executed?.kind !== 'executed') throw new Error('nothing was executed')
  return executed.fill
}
const written = (values: object) =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, typeof value === 'bigint' ? formatDecimal(value) : value]),
  )

test('an order that is placed is accepted under its key, wherever its log lies', () => {
  expect(readOne(transferLog(usdc, WALLET, KEEPER, 1n), orderCreated())).toEqual([
    {
      kind: 'accepted',
      wallet: WALLET,
      venueOrderId: KEY,
      place: { chainId: 42_161, block: 7, blockHash: HASH, txHash: HASH, logIndex: 1 },
    },
  ])
})

test('an opening is filled at the oracle’s price, with its fees and the collateral that they leave', () => {
  const answers = readOne(feesCollected(), positionIncrease(), orderExecuted(), keeperFee(77n))
  expect(answers).toMatchObject([{ kind: 'executed', venueOrderId: KEY, cause: 'order', keeperFee: 77n }])
  expect(answers[0]!.place.logIndex).toBe(2)
  const { charges, ...fill } = fillOf(answers)
  expect(written(fill)).toEqual({
    ...{ venue: 'GMX', symbol: 'BTC-USD', side: 'BUY', isClosing: false, quantity: '0.1', price: '95000' },
    ...{ collateral: '990.25', collateralChange: '990.25', payout: null, tradeId: null },
  })
  expect(written(charges)).toEqual({
    ...{ fees: '-6', funding: '-1.5', borrowing: '-2.25', rollover: '0', oracleFees: '0', priceImpact: '0' },
    execution: '0',
  })
})

test('an order without a size changes collateral alone, and settles the fees for time', () => {
  const uints = { sizeDeltaUsd: 0n, sizeDeltaInTokens: 0n, executionPrice: 95_000n * BTC_PRICE }
  const answers = readOne(feesCollected(), positionIncrease({ uints, flags: { isLong: false } }), orderExecuted())
  const [answer] = answers
  if (answer?.kind !== 'collateral') throw new Error('no collateral was changed')
  expect(answer.change).toEqual({ venue: 'GMX', symbol: 'BTC-USD', tradeId: null, amount: decimal('990.25') })
  expect(written(answer.charges)).toMatchObject({ priceImpact: '0', execution: '0' })
})

test('a closing pays out to the last digit what is left of profit, collateral and costs', () => {
  // 500 of collateral + 50 of profit − 9.75 of fees − 3 of impact, less 0.1234 for turning the profit into USDC.
  const answers = readOne(
    feesCollected({ claimableShortTokenAmount: 400_000n }),
    positionDecrease(),
    paid(537_126_600n),
    orderExecuted(),
  )
  const { charges, ...fill } = fillOf(answers)
  expect(written(fill)).toMatchObject({
    ...{ side: 'SELL', isClosing: true, quantity: '0.05', price: '96000', collateral: '490.25' },
    ...{ collateralChange: '-500', realizedPnl: '50', payout: '537.1266' },
  })
  // 0.4 of funding earned waits to be claimed.
  expect(written(charges)).toMatchObject({ fees: '-6.1234', funding: '-1.1', borrowing: '-2.25', priceImpact: '-3' })
})

test('a short closes at the upper price, and an impact beyond the cap is taken, too', () => {
  const uints = { 'values.priceImpactDiffUsd': 2n * USD, sizeDeltaUsd: (485_005n * USD) / 100n }
  const fill = fillOf(
    readOne(feesCollected(), positionDecrease({ uints, flags: { isLong: false } }), paid(0n), orderExecuted()),
  )
  expect(written(fill)).toMatchObject({ side: 'BUY', price: '96001' })
  expect(written(fill.charges)).toMatchObject({ priceImpact: '-5' })
})

test('a profit that the pool has limited comes with the price that it comes to', () => {
  const ints = { basePnlUsd: 20n * USD }
  const fill = fillOf(readOne(feesCollected(), positionDecrease({ ints }), paid(0n), orderExecuted()))
  expect(written(fill)).toMatchObject({ price: '95400', realizedPnl: '20' })
})

test('older contracts settle the impact of the closing alone', () => {
  const older = positionDecrease()
  const logs = [feesCollected(), older, orderExecuted()]
  const before = fillOf(readOne(...logs)).charges.priceImpact
  const withoutTotal = gmxEvent(eventEmitter, 'PositionDecrease', [WALLET], {
    addresses: { account: WALLET, ...POSITION },
    uints: {
      ...{ collateralAmount: 0n, 'indexTokenPrice.min': BTC_PRICE, sizeDeltaUsd: 0n, sizeDeltaInTokens: 1n },
      ...{ collateralDeltaAmount: 0n, orderType: 4n },
    },
    ints: { priceImpactUsd: 7n * USD, basePnlUsd: 0n },
    flags: { isLong: true },
    keys: { orderKey: KEY },
  })
  expect(formatDecimal(before)).toBe('-3')
  expect(formatDecimal(fillOf(readOne(feesCollected(), withoutTotal, orderExecuted())).charges.priceImpact)).toBe('7')
})

test('only what the market pays to the wallet after the change is its payout', () => {
  const logs = [
    paid(1n),
    feesCollected(),
    positionDecrease(),
    transferLog(usdc, KEEPER, WALLET, 2n),
    transferLog(usdc, BTC.marketToken, STRANGER, 4n),
    paid(8_000_000n),
    orderExecuted(),
    paid(16n),
  ]
  expect(formatDecimal(fillOf(readOne(...logs)).payout!)).toBe('8')
})

test.each([
  ['the index of a market', WETH, 'ETH', 18],
  ['another token that markets pay in', '0x2f2a2543B76A4166549F7aaB2e75Bef0aefC5B0f', 'WBTC', 8],
] as const)(
  'a profit that the pool could not turn into USDC counts at the oracle’s price: %s',
  (_, token, name, decimals) => {
    const half = 5n * 10n ** BigInt(decimals - 1)
    const logs = [
      oraclePrice(token, 3_000n * 10n ** BigInt(30 - decimals)),
      feesCollected(),
      positionDecrease(),
      paid(1_000_000n),
      paid(half, token),
      orderExecuted(),
    ]
    const fill = fillOf(readOne(...logs))
    expect(formatDecimal(fill.payout!)).toBe('1501')
    expect(fill.unswapped!.map(written)).toEqual([{ token, name, decimals, amount: '0.5', value: '1500' }])
    expect(fillOf(readOne(feesCollected(), positionDecrease(), paid(1_000_000n), orderExecuted()))).not.toHaveProperty(
      'unswapped',
    )
  },
)

test.each([
  [4n, 'order'],
  [5n, 'take_profit'],
  [6n, 'stop_loss'],
] as const)('a closing of type %s is by %s and has its key', (orderType, cause) => {
  expect(readOne(feesCollected(), positionDecrease({ uints: { orderType } }), orderExecuted())).toMatchObject([
    { kind: 'executed', venueOrderId: KEY, cause },
  ])
})

test('a liquidation is the venue’s own: no order is accepted, and none is named', () => {
  const uints = { orderType: 7n, collateralAmount: 0n, collateralDeltaAmount: 990_250_000n }
  // What the collateral did not cover of the loss is given by the pool.
  const ints = { basePnlUsd: -(1_000n * USD), totalImpactUsd: 0n }
  const nothing = { fundingFeeAmount: 0n, borrowingFeeAmount: 0n }
  const answers = readOne(
    orderCreated(),
    feesCollected(nothing),
    positionDecrease({ uints, ints }),
    orderExecuted(),
    orderEnded('OrderCancelled', 'AUTO_CANCEL', '0x', OTHER_KEY),
    keeperFee(5n),
  )
  expect(answers).toMatchObject([
    { kind: 'executed', venueOrderId: null, cause: 'liquidation' },
    { kind: 'cancelled', venueOrderId: OTHER_KEY, reason: 'AUTO_CANCEL', keeperFee: 5n },
  ])
  expect(answers[0]).not.toHaveProperty('keeperFee')
  const fill = fillOf(answers)
  expect(written(fill)).toMatchObject({ payout: '0', collateral: '0', realizedPnl: '-1000' })
  expect(formatDecimal(fill.charges.fees)).toBe('9.75')
})

test('auto-deleveraging is the venue’s own', () => {
  expect(readOne(orderCreated(), feesCollected(), positionDecrease(), orderExecuted(KEY, WALLET, 1n))).toMatchObject([
    { kind: 'executed', venueOrderId: null, cause: 'auto_deleveraging' },
  ])
})

const NOT_FULFILLABLE: Hex = `0xe09ad0e9${'0'.repeat(128)}`
test.each([
  ['OrderCancelled', 'cancelled', '', NOT_FULFILLABLE, 'OrderNotFulfillableAtAcceptablePrice'],
  ['OrderCancelled', 'cancelled', 'USER_INITIATED_CANCEL', '0x', 'USER_INITIATED_CANCEL'],
  ['OrderFrozen', 'frozen', '', NOT_FULFILLABLE, 'OrderNotFulfillableAtAcceptablePrice'],
  ['OrderFrozen', 'frozen', '', '0xdeadbeef00', '0xdeadbeef'],
  ['OrderCancelled', 'cancelled', 'said by an older handler', '0xdeadbeef00', 'said by an older handler'],
] as const)('%s: %s, “%s” %s is %s', (name, kind, text, data, reason) => {
  expect(readOne(orderEnded(name, text, data), keeperFee(9n))).toMatchObject([
    { kind, venueOrderId: KEY, reason, fee: usd(0n), keeperFee: 9n },
  ])
})

test('a wallet that withdraws its order gets the keeper’s fee itself', () => {
  const [answer] = readOne(orderEnded('OrderCancelled', 'USER_INITIATED_CANCEL', '0x'), keeperFee(9n, WALLET))
  expect(answer).not.toHaveProperty('keeperFee')
})

test('a changed order is updated', () => {
  expect(readOne(orderEvent('OrderUpdated', KEY, WALLET))).toMatchObject([
    { kind: 'updated', venueOrderId: KEY, fee: usd(decimal('0')) },
  ])
})

test('transactions are read one by one, in their order', () => {
  const first = transactionOf(HASH, 7, [feesCollected(), positionIncrease()])
  const second = transactionOf(`0x${'b2'.repeat(32)}`, 8, [orderExecuted(), orderCreated(OTHER_KEY)])
  expect(read([...first, ...second])).toMatchObject([
    { kind: 'accepted', venueOrderId: OTHER_KEY, place: { block: 8 } },
  ])
})

test.each([
  ['another wallet', [orderCreated(KEY, STRANGER)]],
  ['a copy of the event by another contract', [{ ...orderCreated(), address: KEEPER }]],
  ['a swap, which changes no position', [orderExecuted()]],
  [
    'a market that is not configured',
    [feesCollected(), positionIncrease({ addresses: { market: KEEPER } }), orderExecuted()],
  ],
  [
    'another collateral',
    [feesCollected(), positionIncrease({ addresses: { collateralToken: WETH } }), orderExecuted()],
  ],
  ['an event that nobody reads', [gmxEvent(eventEmitter, 'PoolAmountUpdated', [], {})]],
  ['a log without topics', [{ address: eventEmitter, topics: [], data: '0x' } as const]],
])('nothing is answered by %s', (_, logs) => {
  expect(readOne(...logs)).toEqual([])
})

test('an event without the value that it is read for is refused by name', () => {
  const broken = gmxEvent(eventEmitter, 'OrderCreated', [KEY, WALLET], { addresses: { account: WALLET } })
  expect(() => readOne(broken)).toThrow('GMX OrderCreated has no bytes32 key')
})

test('the filter finds every order event of a wallet, in whatever case it is written', () => {
  const { addresses, topics } = adapter.logFilter(['0x00000000000000000000000000000000000A11cE'])
  const matches = ({ address, topics: own }: RawLog) =>
    addresses.includes(address) && topics.every((allowed, index) => allowed?.includes(own[index]!) ?? true)
  const orders = [
    orderCreated(),
    orderExecuted(),
    orderEnded('OrderFrozen', '', '0x'),
    orderEvent('OrderUpdated', KEY, WALLET),
  ]
  expect(orders.map(matches)).toEqual([true, true, true, true])
  expect([orderCreated(KEY, STRANGER), keeperFee(1n), positionIncrease()].map(matches)).toEqual([false, false, false])
  const written = '0x00000000000000000000000000000000000A11cE'
  expect(read(transactionOf(HASH, 7, [orderCreated()]), [written])).toMatchObject([{ wallet: written }])
})
