import { API_KEY_PATTERN, API_SECRET_PATTERN } from '@ats/contracts'
import { accountId, apiKey, apiSecret, ownerOf, userId, USERS } from './identities.js'

test('keys and secrets have the form the services accept, and are different for every user', () => {
  for (const user of [0, 1, 15, 16, USERS - 1]) {
    expect(apiKey(user)).toMatch(API_KEY_PATTERN)
    expect(apiSecret(user)).toMatch(API_SECRET_PATTERN)
  }
  expect(new Set(Array.from({ length: USERS }, (_, user) => apiKey(user))).size).toBe(USERS)
  expect(userId(7)).toBe('bench-user-7')
})

test('account ids are UUIDs, and accounts are dealt out to users in turn', () => {
  expect(accountId(99_999)).toBe('019a0000-0000-7000-8000-00000001869f')
  expect([0, 1, 2, 3].map((account) => ownerOf(account, 2))).toEqual([0, 1, 0, 1])
})
