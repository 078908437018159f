import { EMPTY_KEY, endOf, isComplete, newKeyOf, withAddress } from './key-form.js'

const NOW = Date.parse('2026-11-23T12:00:00Z')

test('an untouched form asks for a key that only reads, from anywhere, without an end', () => {
  expect(newKeyOf({ ...EMPTY_KEY, label: ' Bot ' }, NOW)).toEqual({ label: 'Bot', permissions: ['READ_ONLY'] })
})

test('all that is filled in is asked for', () => {
  const form = {
    ...{ label: 'Bot', scopes: ['TRADE', 'MANAGE_ORDERS'] as const, expiry: '30' as const, day: '' },
    ...{ addresses: ' 10.0.0.1,\n10.0.0.0/8 10.0.0.1\n', webhookUrl: ' https://a.example/hook ' },
  }
  expect(newKeyOf(form, NOW)).toEqual({
    label: 'Bot',
    permissions: ['READ_ONLY', 'TRADE', 'MANAGE_ORDERS'],
    ipWhitelist: ['10.0.0.1', '10.0.0.0/8'],
    expiresAt: '2026-12-23T12:00:00.000Z',
    webhookUrl: 'https://a.example/hook',
  })
  expect(newKeyOf({ ...form, expiry: 'day', day: '2030-01-31' }, NOW).expiresAt).toBe('2030-01-31')
})

test('an address is added once', () => {
  expect(withAddress('', '::1')).toBe('::1')
  expect(withAddress('10.0.0.1', '::1')).toBe('10.0.0.1\n::1')
  expect(withAddress('10.0.0.1\n::1', '::1')).toBe('10.0.0.1\n::1')
})

test('a form needs a name, and the day if it has chosen one', () => {
  expect(isComplete({ ...EMPTY_KEY, label: '  ' })).toBe(false)
  expect(isComplete({ ...EMPTY_KEY, label: 'Bot' })).toBe(true)
  expect(isComplete({ ...EMPTY_KEY, label: 'Bot', expiry: 'day' })).toBe(false)
})

test.each([
  [null, 'never'],
  ['2026-11-23T12:00:00Z', 'ended'],
  ['2026-11-30T11:59:59Z', 'soon'],
  ['2026-11-30T12:00:00Z', 'later'],
] as const)('a key until %s ends %s', (expiresAt, end) => expect(endOf({ expiresAt }, NOW)).toBe(end))
