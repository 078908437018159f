import { EMPTY_HOOK, isComplete, newHookOf, testSymbolOf } from './hook-form.js'

const FILLED = { ...EMPTY_HOOK, label: ' Breakout ', accountId: 'a-1', maxQuantity: ' 0.5 ' }

test('a form needs a name, an account and a quantity', () => {
  expect(isComplete(FILLED)).toBe(true)
  for (const part of [{ label: ' ' }, { accountId: '' }, { maxQuantity: '' }])
    expect(isComplete({ ...FILLED, ...part })).toBe(false)
})

test('what is left empty is not limited, but where alerts come from', () => {
  expect(newHookOf(FILLED)).toEqual({
    ...{ label: 'Breakout', accountId: 'a-1', maxQuantity: '0.5', maxOrdersPerMinute: 10, ipList: ['tradingview'] },
  })
  const other = newHookOf({ ...FILLED, symbols: 'BTC-USD, eth/usd', isTradingView: false, perMinute: '3' })
  expect(other).toMatchObject({ symbols: ['BTC-USD', 'eth/usd'], maxOrdersPerMinute: 3 })
  expect(other).not.toHaveProperty('ipList')
})

test('the first of its symbols is tried', () => {
  expect([testSymbolOf({ symbols: ['ETH-USD', 'BTC-USD'] }), testSymbolOf({ symbols: [] })]).toEqual([
    ...['ETH-USD', 'BTC-USD'],
  ])
})
