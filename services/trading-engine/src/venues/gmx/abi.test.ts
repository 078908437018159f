import { toEventSelector, toFunctionSelector } from 'viem/utils'
import { DATA_STORE, EVENT_EMITTER, EXCHANGE_ROUTER, READER } from './abi.js'
import { createErrorNames } from './error-names.js'
import { EXECUTION_GAS_KEYS } from './data-store-keys.js'

test('calls and events have the selectors of the contracts on Arbitrum', () => {
  const selectors = Object.fromEntries(
    [...EXCHANGE_ROUTER, ...READER, ...DATA_STORE].map((item) => [item.name, toFunctionSelector(item)]),
  )
  expect(selectors).toEqual({
    ...{ multicall: '0xac9650d8', sendWnt: '0x7d39aaf1', sendTokens: '0xe6d66ac8', createOrder: '0xf59c48eb' },
    ...{ updateOrder: '0xdd5baad2', cancelOrder: '0x7489ec23', claimFundingFees: '0xc41b1ab3' },
    ...{ orderHandler: '0xb5848305', getAccountPositions: '0x77cfb162', getAccountOrders: '0x42a6f8d3' },
    ...{ getUint: '0xbd02d0f5', getBool: '0x7ae1cfca' },
  })
  expect(EVENT_EMITTER.map((event) => toEventSelector(event))).toEqual([
    '0x7e3bde2ba7aca4a8499608ca57f3b0c1c1c93ace63ffd3741a9fab204146fc9a',
    '0x137a44067c8961cd7e1d876f4754a5a3a75989b4552f1843fc69c3b372def160',
    '0x468a25a7ba624ceea6e540ad6f49171b52495b648417ae91bca21676d8a24dc5',
  ])
})

test('six settings of the DataStore have keys of their own', () => {
  expect(new Set(Object.values(EXECUTION_GAS_KEYS)).size).toBe(6)
})

test.each([
  ['0xe09ad0e9', 'OrderNotFulfillableAtAcceptablePrice'],
  ['0x5dac504d', 'InsufficientExecutionFee'],
  ['0x4DFBBFF3', 'EmptyPosition'],
  ['0x4e487b71', 'Panic'],
  ['0xdeadbeef', null],
  ['0x', null],
  ['0x08c379a0', null],
] as const)('the error %s is %s', (selector, name) => {
  expect(createErrorNames()(selector)).toBe(name)
})

test('a plain revert is told in its own words', () => {
  const text = Buffer.from('ERC20: transfer amount exceeds balance')
  const data = `0x08c379a0${'20'.padStart(64, '0')}${text.length.toString(16).padStart(64, '0')}${text.toString('hex').padEnd(128, '0')}`
  expect(createErrorNames()(data as `0x${string}`)).toBe('ERC20: transfer amount exceeds balance')
})
