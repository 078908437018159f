import { HOLD_KINDS, storedHolds, underHolds, type Hold, type HoldKind } from './hold.js'

const hold = (kind: HoldKind, fields: Partial<Hold> = {}): Hold => ({
  ...{ kind, since: 5, until: kind === 'daily_lock' ? 99 : null, reason: null },
  ...fields,
})

test('the state is the strictest of the holds, whatever their order', () => {
  const all = HOLD_KINDS.map((kind) => hold(kind, { reason: `because of ${kind}` }))
  for (let left = all; left.length > 0; left = left.slice(1)) {
    const [strictest] = left
    const isLock = strictest?.kind === 'daily_lock'
    expect(underHolds(left.toReversed())).toEqual({
      holds: left,
      state: isLock ? 'REDUCE_ONLY' : 'HALTED',
      stateReason: strictest?.reason,
      lockedUntil: isLock ? 99 : null,
    })
  }
  expect(underHolds([])).toEqual({ holds: [], state: 'ACTIVE', stateReason: null, lockedUntil: null })
  expect(underHolds([hold('user_kill_switch')])).toMatchObject({ stateReason: 'user_kill_switch' })
})

test('a row of an earlier version, or one that such a version changed, is under the holds that its state tells of', () => {
  const row = { state: 'ACTIVE', stateReason: null, lockedUntil: null, holds: [], clock: 7, endsAt: 80 } as const
  const operator = hold('operator', { since: 7, reason: 'under review' })
  expect(storedHolds(row)).toEqual([])
  expect(storedHolds({ ...row, state: 'HALTED', stateReason: 'under review' })).toEqual([operator])
  const locked = { ...row, state: 'REDUCE_ONLY', stateReason: 'daily_loss_limit' } as const
  const lock = hold('daily_lock', { since: 7, until: 60, reason: 'daily_loss_limit' })
  expect(storedHolds({ ...locked, lockedUntil: 60 })).toEqual([lock])
  expect(storedHolds(locked)).toEqual([{ ...lock, until: 80 }])
  // Released, and halted, by an earlier version.
  expect(storedHolds({ ...row, holds: [hold('operator')] })).toEqual([])
  expect(storedHolds({ ...row, state: 'HALTED', stateReason: 'under review', holds: [lock] })).toEqual([operator])
  // As this version wrote it.
  const both = [hold('user_kill_switch'), lock]
  expect(storedHolds({ ...row, state: 'HALTED', stateReason: 'user_kill_switch', holds: both })).toBe(both)
  for (const state of ['PASSED', 'TERMINATED', 'CLOSED'] as const)
    expect(storedHolds({ ...row, state, holds: both })).toEqual([])
})
