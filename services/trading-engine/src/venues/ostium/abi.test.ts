/** Golden values of signatures: a wrong type in one changes its selector, and the venue would revert without a word. */
import type { Abi } from 'viem'
import { formatAbiItem, keccak256, toHex } from 'viem/utils'
import { loadCatalogue } from '../../market/catalogue.js'
import { AUTOMATIONS, cancelReason, ERRORS_ABI, EVENTS_ABI, TRADING_ABI, V1_2_4_ABI, V3_ABI } from './abi.js'
import { createOstiumAdapter } from './adapter.js'
import { ARBITRUM_ONE } from './deployment.js'

const selectors = (abi: Abi): Record<string, string> =>
  Object.fromEntries(
    abi.flatMap((item) =>
      item.type === 'function' || item.type === 'error'
        ? [[item.name, keccak256(toHex(formatAbiItem(item))).slice(0, 10)] as const]
        : [],
    ),
  )

test('a trader’s calls have the selectors of the deployed contracts', () => {
  expect(selectors(V1_2_4_ABI)).toEqual({ openTrade: '0xd119af05', closeTradeMarket: '0x0f373369' })
  expect(selectors(TRADING_ABI)).toEqual({
    ...({ cancelOpenLimitOrder: '0xc444e746', updateOpenLimitOrder: '0x4f9a9e64', updateTp: '0xbe9267be' } as const),
    ...({ updateSl: '0xe2441c04', topUpCollateral: '0x0a21b1a1', removeCollateral: '0x56ac637e' } as const),
    ...({ openTradeMarketTimeout: '0x876d3abd', closeTradeMarketTimeout: '0x3f21ea62' } as const),
  })
})

test('the later version differs in exactly two of them', () => {
  const old = selectors(V1_2_4_ABI)
  const later = selectors(V3_ABI)
  expect(Object.keys(later)).toEqual(Object.keys(old))
  for (const name of Object.keys(old)) expect(later[name]).not.toBe(old[name])
})

const REVERTS = {
  ...({ WrongParams: '0x5863f789', WrongLeverage: '0x35fe85c5', PairNotListed: '0xcb87b762' } as const),
  ...({ BelowMinLevPos: '0xeca695e1', AboveMaxAllowedCollateral: '0x80a71fc5', WrongTP: '0xa41bb918' } as const),
  ...({ WrongSL: '0x083fbd78', MaxTradesPerPairReached: '0xe6f47fab' } as const),
  ...({ MaxPendingMarketOrdersReached: '0x5c12ea62', NoTradeFound: '0x17e08e97', NoLimitFound: '0xa35ee470' } as const),
  ...({ AlreadyMarketClosed: '0xf77a8069', TriggerPending: '0xdd9397bb', WaitTimeout: '0x3e0b1869' } as const),
  ...({ NotYourOrder: '0x5ac89f62', NoTradeToTimeoutFound: '0xefa9e5be' } as const),
  ...({ NotOpenMarketTimeoutOrder: '0x1add0915', NotCloseMarketTimeoutOrder: '0xc7fe4d00' } as const),
  ...({ IsPaused: '0x1309a563', IsDone: '0x084986e7', NotDelegate: '0x502b946d' } as const),
  ...({ ERC20InsufficientAllowance: '0xfb8f41b2', ERC20InsufficientBalance: '0xe450d38c' } as const),
} as const

test('reverts have the selectors that were seen', () => {
  expect(selectors(ERRORS_ABI)).toMatchObject(REVERTS)
})

const adapter = createOstiumAdapter(ARBITRUM_ONE)

test.each(Object.entries(REVERTS))('%s is read from its data, %s', (name, selector) => {
  const word = toHex(7, { size: 32 }).slice(2)
  expect(adapter.revertReason(`${selector}${word.repeat(3)}`)).toBe(name)
})

test('the real token says why by a string, and what nobody knows is null', () => {
  const text = 'ERC20: transfer amount exceeds allowance'
  const data = `0x08c379a0${toHex(32, { size: 32 }).slice(2)}${toHex(text.length, { size: 32 }).slice(2)}${toHex(text).slice(2).padEnd(128, '0')}`
  expect(adapter.revertReason(data as `0x${string}`)).toBe(text)
  expect(adapter.revertReason('0x')).toBeNull()
  expect(adapter.revertReason('0xdeadbeef')).toBeNull()
})

test('a filter finds every event that is decoded, and names no wallet, which closings do not index', () => {
  const filter = adapter.logFilter(['0x0000000000000000000000000000000000000001'])
  expect(filter.addresses).toEqual([ARBITRUM_ONE.trading, ARBITRUM_ONE.callbacks])
  expect(filter.topics).toHaveLength(1)
  expect(new Set(filter.topics[0]).size).toBe(EVENTS_ABI.filter(({ type }) => type === 'event').length)
})

test('codes have the venue’s words, also of a version that has more of them', () => {
  expect([0, 3, 9, 14, 15].map(cancelReason)).toEqual([
    ...['NONE', 'SLIPPAGE', 'NO_TRADE', 'CLOSE_DAY_TRADE_NOT_ALLOWED', 'REASON_15'],
  ])
  expect(AUTOMATIONS.indexOf('CLOSE_DAY_TRADE')).toBe(4)
})

test('the pairs are the catalogue’s instruments of the venue, each once', () => {
  const { pairs } = ARBITRUM_ONE
  const traded = loadCatalogue()
    .all.filter(({ terms }) => terms.OSTIUM !== undefined)
    .map(({ symbol }) => symbol)
  expect(pairs.map(({ symbol }) => symbol).sort()).toEqual(traded.sort())
  expect(new Set(pairs.map(({ index }) => index)).size).toBe(pairs.length)
  expect(pairs.find(({ symbol }) => symbol === 'XAU-USD')?.index).toBe(5)
  expect(pairs.find(({ symbol }) => symbol === 'CVX-USD')?.index).toBe(51)
})
