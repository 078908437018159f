import type { CopyLink } from '@ats/sdk/types'
import { changedTermsOf, EMPTY_LINK, formOf, isComplete, newLinkOf, OTHER, withAccounts } from './link-form.js'

const OWN = withAccounts(EMPTY_LINK, ['a', 'b'])

test('a link is between the first two accounts, or with that of another user', () => {
  expect(OWN).toMatchObject({ leaderId: 'a', followerId: 'b' })
  expect(withAccounts({ ...EMPTY_LINK, leaderId: 'b' }, ['a', 'b'])).toMatchObject({ leaderId: 'b', followerId: 'a' })
  expect(withAccounts(EMPTY_LINK, ['a'])).toMatchObject({ leaderId: 'a', followerId: OTHER })
})

test('a form needs two accounts, a value and something to copy', () => {
  expect(isComplete(OWN)).toBe(true)
  for (const part of [{ leaderId: '' }, { followerId: 'a' }, { followerId: OTHER }, { value: '0' }, { copied: [] }])
    expect(isComplete({ ...OWN, ...part })).toBe(false)
})

test('what is left empty is not limited', () => {
  expect(newLinkOf(OWN)).toEqual({
    ...{ leader_account_id: 'a', follower_account_id: 'b', sizing: { mode: 'MULTIPLIER', value: '1' } },
    ...{ copy: ['ENTRIES', 'EXITS', 'PROTECTION'], on_refusal: 'SKIP', max_delay_ms: 5_000 },
  })
  const other = { ...OWN, followerId: OTHER, otherId: ' c ', copied: ['EXITS', 'ENTRIES'] as const }
  expect(newLinkOf({ ...other, maxQuantity: ' 2 ', symbols: 'BTC-USD, eth/usd', slippage: '0.5' })).toMatchObject({
    ...{ follower_account_id: 'c', sizing: { max_quantity: '2' }, copy: ['ENTRIES', 'EXITS'] },
    ...{ symbols: ['BTC-USD', 'eth/usd'], max_slippage_pct: '0.5' },
  })
})

test('the terms of a link come back as they are, and what is emptied is not limited any more', () => {
  const sizing = { mode: 'FIXED', value: '0.25', max_quantity: '2', rounding: 'NEAREST' } as const
  const terms = { symbols: ['BTC-USD', 'EURUSD'], copy: ['EXITS'], on_refusal: 'PAUSE' } as const
  const bounds = { max_slippage_pct: '0.5', max_delay_ms: 900 }
  const link = { sizing, ...terms, ...bounds } as unknown as CopyLink
  expect(changedTermsOf(formOf(link), link)).toEqual({ sizing, ...terms, ...bounds })
  const emptied = { ...formOf(link), symbols: ' ', maxQuantity: '', slippage: ' ', delay: '' }
  expect(changedTermsOf(emptied, link)).toEqual({
    ...{ sizing: { ...sizing, max_quantity: null }, ...terms, symbols: null, max_slippage_pct: null },
  })
})
