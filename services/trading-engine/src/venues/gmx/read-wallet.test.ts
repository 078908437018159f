import { decodeFunctionData, encodeFunctionResult, type ContractFunctionReturnType } from 'viem'
import { formatDecimal } from '../../core/values/decimal.js'
import type { ChainReader, Hex } from '../port.js'
import { DATA_STORE, ERC20, EXCHANGE_ROUTER, READER } from './abi.js'
import { createGmxAdapter } from './adapter.js'
import {
  createOrderDisabledKey,
  cumulativeBorrowingFactorKey,
  EXECUTION_GAS_KEYS,
  fundingEarnedKey,
  fundingPaidKey,
} from './data-store-keys.js'
import { arbitrumDeployment } from './deployment.js'
import { WHOLE_POSITION } from './order-types.js'

type Positions = ContractFunctionReturnType<typeof READER, 'view', 'getAccountPositions'>
type Orders = ContractFunctionReturnType<typeof READER, 'view', 'getAccountOrders'>
type Order = Orders[number]['order']

const deployment = arbitrumDeployment()
const { contracts } = deployment
const adapter = createGmxAdapter(deployment)
const WALLET: Hex = '0x00000000000000000000000000000000000a11ce'
const HANDLER: Hex = '0x0000000000000000000000000000000000000f0e'
const STRANGE: Hex = '0x0000000000000000000000000000000000000bad'
const ZERO: Hex = '0x0000000000000000000000000000000000000000'
const BTC = deployment.markets.get('BTC-USD')!.marketToken
const USD = 10n ** 30n
const KEY: Hex = `0x${'5e'.repeat(32)}`

const POSITION: Positions[number] = {
  addresses: { account: WALLET, market: BTC, collateralToken: contracts.usdc },
  numbers: {
    ...{ sizeInUsd: 9_500n * USD + 1n, sizeInTokens: 10_000_000n, collateralAmount: 990_250_000n },
    ...{ pendingImpactAmount: -5n, borrowingFactor: USD / 1000n, fundingFeeAmountPerSize: 7n * 10n ** 18n },
    ...{ longTokenClaimableFundingAmountPerSize: 0n, shortTokenClaimableFundingAmountPerSize: 10n ** 18n },
    ...{ increasedAtTime: 1n, decreasedAtTime: 0n },
  },
  flags: { isLong: true },
}

const ORDER: Order = {
  addresses: {
    ...{ account: WALLET, receiver: WALLET, cancellationReceiver: WALLET, callbackContract: ZERO, uiFeeReceiver: ZERO },
    ...{ market: BTC, initialCollateralToken: contracts.usdc, swapPath: [] },
  },
  numbers: {
    ...{ orderType: 3, decreasePositionSwapType: 0, sizeDeltaUsd: 500n * USD, initialCollateralDeltaAmount: 1n },
    ...{ triggerPrice: 90_000n * 10n ** 22n, acceptablePrice: 91_000n * 10n ** 22n, executionFee: 1n },
    ...{ callbackGasLimit: 0n, minOutputAmount: 0n, updatedAtTime: 1n, validFromTime: 0n, srcChainId: 0n },
  },
  flags: { isLong: false, shouldUnwrapNativeToken: false, isFrozen: false, autoCancel: false },
  dataList: [],
}
const orderWith = (numbers: Partial<Order['numbers']>, flags: Partial<Order['flags']> = {}): Order => ({
  ...ORDER,
  numbers: { ...ORDER.numbers, ...numbers },
  flags: { ...ORDER.flags, ...flags },
})

interface Held {
  readonly positions?: Positions
  readonly orders?: readonly Order[]
  readonly uints?: Readonly<Record<Hex, bigint>>
  readonly flags?: readonly Hex[]
  readonly allowance?: bigint
}

/** The contracts' answers at block 12; a call to another address or of another function fails. */
function chainWith({ positions = [], orders = [], uints = {}, flags = [], allowance = 0n }: Held): ChainReader {
  const infos = orders.map((order, index) => ({ orderKey: KEY.replace('0x5e', `0x0${index}`) as Hex, order }))
  const answers: Readonly<Record<string, (data: Hex) => Hex>> = {
    [contracts.reader]: (data) => {
      const { functionName, args } = decodeFunctionData({ abi: READER, data })
      expect(args.slice(0, 2)).toEqual([contracts.dataStore, '0x00000000000000000000000000000000000A11cE'])
      return functionName === 'getAccountPositions'
        ? encodeFunctionResult({ abi: READER, functionName, result: positions })
        : encodeFunctionResult({ abi: READER, functionName, result: infos })
    },
    [contracts.dataStore]: (data) => {
      const { functionName, args } = decodeFunctionData({ abi: DATA_STORE, data })
      return functionName === 'getBool'
        ? encodeFunctionResult({ abi: DATA_STORE, functionName, result: flags.includes(args[0]) })
        : encodeFunctionResult({ abi: DATA_STORE, functionName, result: uints[args[0]] ?? 0n })
    },
    [contracts.exchangeRouter]: () =>
      encodeFunctionResult({ abi: EXCHANGE_ROUTER, functionName: 'orderHandler', result: HANDLER }),
    [contracts.usdc]: (data) => {
      const { functionName } = decodeFunctionData({ abi: ERC20, data })
      return functionName === 'allowance'
        ? encodeFunctionResult({ abi: ERC20, functionName, result: allowance })
        : encodeFunctionResult({ abi: ERC20, functionName: 'balanceOf', result: 12_345_678n })
    },
  }
  return { block: 12, call: (to, data) => Promise.resolve(answers[to]!(data)), balance: () => Promise.resolve(77n) }
}
const readWallet = (held: Held) => adapter.readWallet(WALLET, chainWith(held))

test('an empty wallet has its balances and nothing else', async () => {
  expect(await readWallet({})).toMatchObject({ block: 12, positions: [], orders: [], native: 77n, isPaused: false })
  expect(formatDecimal((await readWallet({})).usdc)).toBe('12.345678')
})

test('a position is told as the contract counts it, with fees that wait', async () => {
  const uints = {
    // A thousandth of the size more than it has paid.
    [cumulativeBorrowingFactorKey(BTC, true)]: USD / 500n,
    [fundingPaidKey(BTC, contracts.usdc, true)]: 10n * 10n ** 18n,
    [fundingEarnedKey(BTC, contracts.usdc, true)]: 5n * 10n ** 18n,
    [cumulativeBorrowingFactorKey(BTC, false)]: USD * 9n,
  }
  const { positions } = await readWallet({ positions: [POSITION], uints })
  expect(positions).toHaveLength(1)
  const { entryPrice, ...position } = positions[0]!
  expect(position).toMatchObject({ symbol: 'BTC-USD', direction: 'LONG', sizeInUsd: 9_500n * USD + 1n })
  expect(formatDecimal(position.quantity)).toBe('0.1')
  expect(formatDecimal(entryPrice)).toBe('95000')
  expect(formatDecimal(position.collateral)).toBe('990.25')
  expect(formatDecimal(position.pendingBorrowing)).toBe('-9.5')
  // Owed 28.5 USDC and a little, rounded up; earned 38 and a little, rounded down.
  expect(formatDecimal(position.pendingFunding)).toBe('9.499999')
  expect(position.trades).toHaveLength(1)
})

test('positions that are none of ours are shown by their addresses', async () => {
  const elsewhere = { ...POSITION, addresses: { ...POSITION.addresses, market: STRANGE } }
  const otherwise = { ...POSITION, addresses: { ...POSITION.addresses, collateralToken: STRANGE } }
  const { positions } = await readWallet({ positions: [elsewhere, otherwise] })
  expect(positions.map(({ symbol }) => symbol.toLowerCase())).toEqual([
    `gmx:${STRANGE}/${contracts.usdc}`.toLowerCase(),
    `gmx:${BTC}/${STRANGE}`.toLowerCase(),
  ])
})

test.each([
  [2, 'MARKET', false, '91000'],
  [3, 'LIMIT', false, '90000'],
  [8, 'STOP', false, '90000'],
  [4, 'MARKET', true, '91000'],
  [5, 'TAKE_PROFIT', true, '90000'],
  [6, 'STOP_LOSS', true, '90000'],
] as const)('an order of type %s is a %s', async (orderType, type, isClosing, price) => {
  const { orders } = await readWallet({ orders: [orderWith({ orderType })] })
  expect(orders).toMatchObject([{ type, isClosing, direction: 'SHORT', symbol: 'BTC-USD', isFrozen: false }])
  expect(formatDecimal(orders[0]!.price)).toBe(price)
  expect(formatDecimal(orders[0]!.notional!)).toBe('500')
})

test('frozen orders and exits of all are told, swaps are not', async () => {
  const { orders } = await readWallet({
    orders: [
      orderWith({ orderType: 3 }, { isFrozen: true }),
      orderWith({ orderType: 1 }),
      orderWith({ orderType: 6, sizeDeltaUsd: WHOLE_POSITION }, { isLong: true }),
    ],
  })
  expect(orders).toMatchObject([
    { venueOrderId: KEY.replace('0x5e', '0x00'), isFrozen: true },
    { venueOrderId: KEY.replace('0x5e', '0x02'), isFrozen: false, notional: null, direction: 'LONG' },
  ])
})

test('the gas of a keeper is what the DataStore asks for', async () => {
  const uints = {
    ...{ [EXECUTION_GAS_KEYS.base]: 600_000n, [EXECUTION_GAS_KEYS.forOraclePrice]: 250_000n },
    ...{ [EXECUTION_GAS_KEYS.multiplier]: (11n * USD) / 10n, [EXECUTION_GAS_KEYS.increase]: 3_000_000n },
    ...{ [EXECUTION_GAS_KEYS.decrease]: 3_100_000n, [EXECUTION_GAS_KEYS.swap]: 1_000_000n },
  }
  expect((await readWallet({ uints })).executionGas).toEqual({ open: 4_650_000n, close: 5_860_000n })
})

test('the venue is paused while its handler takes no market orders that open', async () => {
  expect((await readWallet({ flags: [createOrderDisabledKey(HANDLER, 2)] })).isPaused).toBe(true)
  expect(
    (await readWallet({ flags: [createOrderDisabledKey(STRANGE, 2), createOrderDisabledKey(HANDLER, 4)] })).isPaused,
  ).toBe(false)
})

test('the router may take USDC after one approval', async () => {
  const [call, ...more] = await adapter.prepare(WALLET, chainWith({ allowance: 10n ** 30n }))
  expect(more).toEqual([])
  expect(call).toMatchObject({ to: contracts.usdc, value: 0n, endsWith: 'receipt' })
  expect(decodeFunctionData({ abi: ERC20, data: call!.data })).toEqual({
    functionName: 'approve',
    args: [contracts.router, WHOLE_POSITION],
  })
  // What orders have taken since leaves it high enough.
  expect(await adapter.prepare(WALLET, chainWith({ allowance: WHOLE_POSITION - 10n ** 30n }))).toEqual([])
})
