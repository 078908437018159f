import type { Hook } from '@ats/sdk/types'
import { changedTermsOf, EMPTY_HOOK, formOf, isComplete, newHookOf, testSymbolOf } from './hook-form.js'

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

test('a change sends where alerts come from only where that was changed', () => {
  const limits = { label: 'Breakout', maxQuantity: '0.5', symbols: ['BTC-USD'], maxOrdersPerMinute: 3 }
  const from = (...ipList: string[]) => ({ ...limits, ipList, expiresAt: null }) as unknown as Hook
  for (const hook of [from(), from('tradingview'), from('tradingview', '10.0.0.1')])
    expect(changedTermsOf(formOf(hook), hook)).toEqual(limits)
  expect(formOf(from('10.0.0.1')).isTradingView).toBeNull()
  const opened = { ...formOf(from('tradingview')), isTradingView: false, symbols: ' ' }
  expect(changedTermsOf(opened, from('tradingview'))).toEqual({ ...limits, symbols: [], ipList: [] })
  expect(changedTermsOf({ ...opened, isTradingView: true }, from())).toMatchObject({ ipList: ['tradingview'] })
})

test('a change sends the end only where its day was changed', () => {
  const hook = { label: 'a', maxQuantity: '1', symbols: [], ipList: [], expiresAt: '2030-03-01T12:00:00.000Z' }
  const opened = { ...hook, maxOrdersPerMinute: 3 } as unknown as Hook
  expect(formOf(opened).lastDay).toBe('2030-03-01')
  expect(changedTermsOf(formOf(opened), opened)).not.toHaveProperty('expiresAt')
  expect(changedTermsOf({ ...formOf(opened), lastDay: '2030-04-01' }, opened)).toMatchObject({
    expiresAt: '2030-04-01',
  })
  expect(changedTermsOf({ ...formOf(opened), lastDay: '' }, opened)).toMatchObject({ expiresAt: null })
  expect(newHookOf({ ...FILLED, lastDay: '2030-04-01' })).toMatchObject({ expiresAt: '2030-04-01' })
})

test('the first of its symbols is tried', () => {
  expect([testSymbolOf({ symbols: ['ETH-USD', 'BTC-USD'] }), testSymbolOf({ symbols: [] })]).toEqual([
    ...['ETH-USD', 'BTC-USD'],
  ])
})
