import fc from 'fast-check'
import { rebalanceShards } from './rebalance-shards.js'
import { SHARDS } from '../../core/values/shard.js'

/** A model of the locks in Postgres: the workers, and the holder of each shard. A held shard cannot be taken. */
interface Locks {
  readonly workers: Set<number>
  readonly holders: Map<number, number>
}

const look = ({ workers, holders }: Locks, me: number) => ({ me, workers: [...workers], holders: new Map(holders) })

/** Carries out what a worker decided on a view that may be out of date by now. */
function carryOut({ holders }: Locks, me: number, { release, take }: ReturnType<typeof rebalanceShards>): void {
  for (const shard of release) {
    expect(holders.get(shard)).toBe(me)
    holders.delete(shard)
  }
  for (const shard of take) if (!holders.has(shard)) holders.set(shard, me)
}

function leave({ workers, holders }: Locks, me: number): void {
  workers.delete(me)
  for (const [shard, holder] of holders) if (holder === me) holders.delete(shard)
}

/** All workers look first, and then act one after the other: as far from agreement as a heartbeat can leave them. */
function beatTogether(locks: Locks): number {
  const moves = [...locks.workers].map((me) => ({ me, ...rebalanceShards(look(locks, me)) }))
  for (const { me, ...own } of moves) carryOut(locks, me, own)
  return moves.reduce((sum, { release, take }) => sum + release.length + take.length, 0)
}

const sharesOf = ({ workers, holders }: Locks): readonly number[] =>
  [...workers].map((me) => [...holders.values()].filter((holder) => holder === me).length)

const steps = fc.array(
  fc.oneof(
    fc.record({ type: fc.constant('join' as const), worker: fc.integer({ min: 1, max: 99_999 }) }),
    fc.record({ type: fc.constant('leave' as const), worker: fc.nat() }),
    fc.record({ type: fc.constant('look' as const), worker: fc.nat() }),
    fc.record({ type: fc.constant('act' as const), worker: fc.nat() }),
  ),
  { minLength: 1, maxLength: 200 },
)

test('however workers come, go and act on old views, a few heartbeats later all shares are fair and nothing moves', () => {
  fc.assert(
    fc.property(steps, (life) => {
      const locks: Locks = { workers: new Set(), holders: new Map() }
      const decided = new Map<number, ReturnType<typeof rebalanceShards>>()
      for (const { type, worker } of life) {
        const present = [...locks.workers]
        const me = present[worker % present.length]
        if (type === 'join') locks.workers.add(worker)
        else if (me === undefined) continue
        else if (type === 'leave') {
          leave(locks, me)
          decided.delete(me)
        } else if (type === 'look') decided.set(me, rebalanceShards(look(locks, me)))
        else {
          carryOut(locks, me, decided.get(me) ?? { release: [], take: [] })
          decided.delete(me)
        }
      }
      if (locks.workers.size === 0) return
      for (let beat = 0; beat < 3; beat += 1) beatTogether(locks)
      for (let late = 0; beatTogether(locks) > 0; late += 1) expect(late).toBeLessThan(locks.workers.size)
      const shares = sharesOf(locks)
      expect(shares.reduce((sum, share) => sum + share, 0)).toBe(SHARDS)
      expect(Math.max(...shares) - Math.min(...shares)).toBeLessThanOrEqual(1)
    }),
  )
})

test.each([1, 2, 3, 4, 7, 16, 63])('a newcomer to %i workers has its share after two heartbeats', (count) => {
  const locks: Locks = { workers: new Set(Array.from({ length: count }, (_, index) => index + 10)), holders: new Map() }
  while (beatTogether(locks) > 0);
  const before = new Map(locks.holders)
  locks.workers.add(1)
  beatTogether(locks)
  beatTogether(locks)
  const newcomers = [...locks.holders.values()].filter((holder) => holder === 1).length
  expect(newcomers).toBe(Math.ceil(SHARDS / (count + 1)))
  const moved = [...before].filter(([shard, holder]) => locks.holders.get(shard) !== holder).length
  expect(moved).toBe(newcomers)
})

test('the shards of one that died are shared among the others', () => {
  const locks: Locks = { workers: new Set([1, 2, 3]), holders: new Map() }
  while (beatTogether(locks) > 0);
  const before = new Map(locks.holders)
  leave(locks, 2)
  beatTogether(locks)
  expect(sharesOf(locks)).toEqual([32, 32])
  for (const [shard, holder] of before) if (holder !== 2) expect(locks.holders.get(shard)).toBe(holder)
})

test('more workers than shards: some have one, the others wait', () => {
  const locks: Locks = { workers: new Set(Array.from({ length: SHARDS + 5 }, (_, index) => index)), holders: new Map() }
  while (beatTogether(locks) > 0);
  expect(sharesOf(locks).toSorted()).toEqual([...Array<number>(5).fill(0), ...Array<number>(SHARDS).fill(1)])
})
