import { isReason } from '../../firm/reason.js'
import { canClose, canHalt, canReverse, isReference, releasable } from './actions.js'

type Standing = Parameters<typeof releasable>[0]

const held = (state: Standing['state'], ...kinds: Standing['holds'][number]['kind'][]): Standing => ({
  state,
  holds: kinds.map((kind) => ({ kind, since: '2026-03-06T13:00:00Z', until: null, reason: null })),
})

describe('what an operator may do to an account', () => {
  it.each([
    [held('ACTIVE'), null],
    [held('HALTED', 'operator'), 'halt'],
    [held('HALTED', 'venue_mismatch'), 'halt'],
    [held('HALTED', 'operator', 'daily_lock'), 'halt'],
    [held('REDUCE_ONLY', 'daily_lock'), 'lock'],
    // The kill switch is its trader's: release would be refused.
    [held('HALTED', 'user_kill_switch'), null],
    [held('HALTED', 'user_kill_switch', 'daily_lock'), 'lock'],
    [held('CLOSED', 'operator'), null],
    [held('TERMINATED'), null],
  ])('is to release %j: %s', (account, lifted) => {
    expect(releasable(account)).toBe(lifted)
  })

  it('is to halt what trades and is not halted by an operator already', () => {
    expect(canHalt(held('ACTIVE'))).toBe(true)
    expect(canHalt(held('HALTED', 'user_kill_switch'))).toBe(true)
    expect(canHalt(held('REDUCE_ONLY', 'daily_lock'))).toBe(true)
    expect(canHalt(held('HALTED', 'operator'))).toBe(false)
    expect(canHalt(held('PASSED'))).toBe(false)
    expect(canHalt(held('TERMINATED'))).toBe(false)
  })

  it('is to reverse what a breach has ended', () => {
    expect(canReverse(held('TERMINATED'))).toBe(true)
    expect(canReverse(held('CLOSED'))).toBe(false)
    expect(canReverse(held('ACTIVE'))).toBe(false)
  })

  it('is to close what has not ended', () => {
    expect(canClose(held('PASSED'))).toBe(true)
    expect(canClose(held('CLOSED'))).toBe(false)
    expect(canClose(held('TERMINATED'))).toBe(false)
  })
})

describe('what an operator writes', () => {
  it('is a reason with words in it, which fits', () => {
    expect(isReason('documents missing')).toBe(true)
    expect(isReason('  ')).toBe(false)
    expect(isReason('x'.repeat(256))).toBe(true)
    expect(isReason('x'.repeat(257))).toBe(false)
  })

  it('is a reference of the characters that the engine takes', () => {
    expect(isReference('payout-2026-03')).toBe(true)
    expect(isReference('')).toBe(false)
    expect(isReference('ticket 812')).toBe(false)
    expect(isReference('x'.repeat(65))).toBe(false)
  })
})
