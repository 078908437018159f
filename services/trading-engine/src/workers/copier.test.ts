import { periodic } from '@ats/service-kit/async'
import { createLogger } from '@ats/service-kit/process'
import type { CopyingLink, LeaderFill } from '../core/model/copied.js'
import type { CopyLink } from '../core/model/copy-link.js'
import { price, quantity } from '../core/values/decimal.js'
import { createCopier } from './copier.js'
import { createCopyIndex } from './copy-index.js'

const LEADER = '00000000-0000-7000-8000-000000000001'
const ALL_SHARDS = new Set(Array.from({ length: 64 }, (_, shard) => shard))

const linkOf = (id: string, fields: Partial<CopyLink> = {}): CopyingLink => ({
  link: {
    ...{ id, leaderAccountId: LEADER, followerAccountId: `of-${id}`, leaderUserId: 'a', followerUserId: 'b' },
    ...{ status: 'ACTIVE', reason: null, symbols: null, copies: ['ENTRIES', 'EXITS'], onRefusal: 'SKIP' },
    sizing: { mode: 'FIXED', value: 1n, quantityMax: null, rounding: 'DOWN' },
    ...{
      ...{ slippagePctMax: null, delayMsMax: 5_000, createdAt: 0, acceptedAt: 0, updatedAt: 0, endedAt: null },
      version: 1,
    },
    ...fields,
  },
  ...{ copiesFrom: 0, entriesFrom: 0 },
})
const fillAt = (at: number): LeaderFill => ({
  ...{ id: `fill-${at}`, orderId: 'order', symbol: 'BTC-USD', venue: 'GMX', side: 'BUY', at, positionId: 'position' },
  ...{ quantity: quantity(1n), price: price(1n), orderQuantity: quantity(1n), filledBefore: quantity(0n) },
  positionBefore: 0n,
})

/** A leader with fills and links, and what became of each. */
function aLeader(links: CopyingLink[]) {
  const fills: LeaderFill[] = []
  const copies: string[] = []
  const failing = new Set<string>()
  let [revision, cursor, reads] = [1, 0, 0]
  const index = createCopyIndex((after) => Promise.resolve({ revision, links: after < revision ? links : [] }))
  const copier = createCopier({
    schedule: periodic,
    index,
    shards: () => ALL_SHARDS,
    store: {
      listBehind: () => Promise.resolve(fills.some(({ at }) => at > cursor) ? [LEADER] : []),
      readFills(_leader, limit) {
        reads += 1
        const next = fills.filter(({ at }) => at > cursor).slice(0, limit)
        return Promise.resolve({ fills: next, readTo: next.at(-1)?.at ?? null })
      },
      advance(_leader, copiedTo, known) {
        if (known !== revision) return Promise.resolve(false)
        cursor = copiedTo
        return Promise.resolve(true)
      },
    },
    copy({ link }, fill) {
      if (failing.has(link.id)) return Promise.reject(new Error('the database is away'))
      copies.push(`${link.id} ${fill.id}`)
      return Promise.resolve()
    },
    protection: { copyAll: () => Promise.resolve() },
    logger: createLogger({ service: 'trading-engine', level: 'silent' }),
    onFailed: () => undefined,
    spans: { refreshMs: 1, sweepMs: 1, retryMs: 1 },
  })
  const until = async (isSo: () => boolean): Promise<void> => {
    while (!isSo()) await new Promise(setImmediate)
  }
  return {
    ...{ copier, copies, failing, fills, until },
    cursor: () => cursor,
    reads: () => reads,
    change: (changed: CopyingLink) => {
      links.push(changed)
      revision += 1
    },
  }
}

test('each link gets each fill in order, and the cursor follows', async () => {
  const { copier, copies, fills, until, cursor } = aLeader([linkOf('x'), linkOf('y')])
  fills.push(...Array.from({ length: 120 }, (_, place) => fillAt(place + 1)))
  copier.start()
  await until(() => cursor() === 120)
  await copier.stop()
  for (const id of ['x', 'y'])
    expect(copies.filter((copy) => copy.startsWith(id))).toEqual(fills.map(({ id: fill }) => `${id} ${fill}`))
})

test('a link that fails is tried again; the others go on, and get nothing twice while it does', async () => {
  const { copier, copies, failing, fills, until, cursor } = aLeader([linkOf('x'), linkOf('y')])
  failing.add('x')
  fills.push(fillAt(1))
  copier.start()
  await until(() => copies.length === 1)
  fills.push(fillAt(2))
  copier.recordChanged(LEADER)
  await until(() => copies.length === 2)
  expect(cursor()).toBe(0)
  failing.clear()
  await until(() => cursor() === 2)
  await copier.stop()
  expect(copies).toEqual(['y fill-1', 'y fill-2', 'x fill-1', 'x fill-2'])
})

test('a link that came in the meantime has its part of what was being copied', async () => {
  const leader = aLeader([linkOf('x')])
  const { copier, copies, fills, until, cursor } = leader
  copier.start()
  fills.push(fillAt(1))
  leader.change(linkOf('z'))
  copier.recordChanged(LEADER)
  await until(() => cursor() === 1)
  await copier.stop()
  expect(new Set(copies)).toEqual(new Set(['x fill-1', 'z fill-1']))
})

test('nothing is read for an account that nobody follows', async () => {
  const { copier, reads, until, cursor, fills } = aLeader([linkOf('x')])
  fills.push(fillAt(1))
  copier.start()
  await until(() => cursor() === 1)
  const before = reads()
  for (let count = 0; count < 1_000; count += 1) copier.recordChanged('00000000-0000-7000-8000-000000000002')
  await new Promise(setImmediate)
  expect(reads()).toBe(before)
  await copier.stop()
})
