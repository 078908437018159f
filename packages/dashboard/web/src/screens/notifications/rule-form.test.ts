import type { NotificationRule } from '@ats/sdk/types'
import { areComplete, emptyRule, formOf, isComplete, newRuleOf, stateOf, termsOf } from './rule-form.js'

const EMPTY = emptyRule('Europe/Berlin')
const RULE: NotificationRule = {
  ...{ id: 'r', channel: 'EMAIL', target: 'me@example.com', events: ['BREACH', 'FILL'], accounts: ['a'] },
  ...{ quietHours: { from: '23:00', to: '06:30', timeZone: 'Asia/Tokyo' }, minSeverity: 'WARNING' },
  ...{ createdAt: '2030-01-01T00:00:00.000Z', provenAt: null, stoppedAt: null, pausedAt: null },
}

test('a new rule is for all accounts and at any time, unless it is said otherwise', () => {
  const form = { ...EMPTY, target: ' me@example.com ' }
  expect(newRuleOf(form)).toMatchObject({
    channel: 'EMAIL',
    target: 'me@example.com',
    accounts: [],
    minSeverity: 'INFO',
  })
  expect(newRuleOf(form)).not.toHaveProperty('quietHours')
  expect(newRuleOf({ ...form, isForAll: false, accounts: ['a'], isQuiet: true })).toMatchObject({
    accounts: ['a'],
    quietHours: { from: '22:00', to: '07:00', timeZone: 'Europe/Berlin' },
  })
})

test('a rule that is opened and saved as it is stays as it is', () => {
  const { events, accounts, quietHours, minSeverity } = RULE
  expect(termsOf(formOf(RULE, 'UTC'))).toEqual({ events, accounts, quietHours, minSeverity })
  expect(termsOf(formOf({ ...RULE, quietHours: null, accounts: [] }, 'UTC'))).toMatchObject({
    accounts: [],
    quietHours: null,
  })
})

test('a rule that would tell of nothing cannot be saved', () => {
  expect(isComplete(EMPTY)).toBe(false)
  expect(areComplete(EMPTY)).toBe(true)
  expect(areComplete({ ...EMPTY, topics: [] })).toBe(false)
  expect(areComplete({ ...EMPTY, isForAll: false })).toBe(false)
  expect(areComplete({ ...EMPTY, isQuiet: true, quietTo: EMPTY.quietFrom })).toBe(false)
})

test('a rule sends, is paused, waits for its code, or was stopped by its receiver', () => {
  const at = '2030-01-01T00:00:00.000Z'
  expect(stateOf(RULE)).toBe('UNPROVEN')
  expect(stateOf({ ...RULE, provenAt: at })).toBe('SENDS')
  expect(stateOf({ ...RULE, provenAt: at, pausedAt: at })).toBe('PAUSED')
  expect(stateOf({ ...RULE, stoppedAt: at, pausedAt: at })).toBe('STOPPED')
})
