import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { WEBHOOK_USERS_MAX, type WebhookEndpoint } from '@ats/contracts'
import { createLogger } from '@ats/service-kit/process'
import type { Cursor, NewDelivery } from '../core/model/webhook-delivery.js'
import type { Found, Receiver } from './endpoint-directory.js'
import { createRelay, type Relay, type RelayOptions } from './relay.js'
import { shardOf } from '../core/values/shard.js'

const SPANS = { roundMs: 1, answerMs: 60_000, answersEndEveryMs: 1, retryMs: 5, sweepMs: 60_000 }
const FREE = { take: (wanted: number) => Promise.resolve(wanted), putBack: () => undefined }

interface Owner {
  readonly accountId: string
  readonly userId: string
}

const owners = Array.from({ length: WEBHOOK_USERS_MAX + 4 }, (_, n): Owner => {
  return { accountId: randomUUID(), userId: `user ${n}` }
})
const endpointOf = (userId: string): WebhookEndpoint => {
  return { userId, keyId: `key of ${userId}`, url: 'https://h/', secrets: [], createdAt: '2026-01-01T00:00:00.000Z' }
}

let written: NewDelivery[]
/** How many deliveries each statement has written. */
let sizes: number[]
let cursors: Cursor[]
let relay: Relay

const found = (receivers: readonly Receiver[], isWhole = true): Found => ({ receivers, isWhole })

/** Each account has had `events` events. */
function relaying(
  endpointsOf: RelayOptions['endpointsOf'],
  loadShedder: RelayOptions['loadShedder'] = FREE,
  events = 1,
  textOf: RelayOptions['textOf'] = ({ data }) => data,
  spans = SPANS,
): void {
  const behind = owners.map((owner) => ({ ...owner, sequence: events }))
  const event = (accountId: string, sequence: number) => {
    return { id: randomUUID(), accountId, sequence, type: 'order.ack', data: '{}', at: Date.now() * 1_000 }
  }
  relay = createRelay({
    store: {
      listAccountsBehind: () => Promise.resolve(behind),
      readAccountEvents: () => Promise.reject(new Error('nothing is left to be read')),
      listUnrelayedAccounts: (accounts, limit) =>
        Promise.resolve(
          accounts.flatMap(({ accountId, after }) =>
            Array.from({ length: Math.min(limit, events - after) }, (_, index) => event(accountId, after + index + 1)),
          ),
        ),
      insertDeliveries: (deliveries, moved) => {
        cursors.push(...moved)
        sizes.push(deliveries.length)
        return Promise.resolve(void written.push(...deliveries))
      },
    },
    endpointsOf,
    shards: () => new Set(owners.map(({ accountId }) => shardOf(accountId))),
    ...{ textOf, newId: randomUUID },
    now: () => Date.now() * 1_000,
    onRelayed: () => undefined,
    ...{ loadShedder, logger: createLogger({ service: 'test', level: 'silent' }), spans },
  })
  relay.start()
}

async function until(isSo: () => boolean): Promise<void> {
  const deadline = Date.now() + 60_000
  while (!isSo()) {
    if (Date.now() > deadline) throw new Error('it did not come to pass in time')
    await sleep(2)
  }
}

const toldUsers = (): readonly string[] => written.map(({ userId }) => userId).toSorted()
const usersBut = (...left: readonly string[]): readonly string[] =>
  owners.flatMap(({ userId }) => (left.includes(userId) ? [] : userId)).toSorted()

beforeEach(() => {
  written = []
  sizes = []
  cursors = []
})
afterEach(() => relay.stop())

test('a request to the wallet names several users, and never more than the wallet allows', async () => {
  const requested: number[] = []
  relaying((userIds) => {
    requested.push(userIds.length)
    return Promise.resolve(found(userIds.map(endpointOf)))
  })
  await until(() => written.length === owners.length)
  expect(toldUsers()).toEqual(usersBut())
  expect(requested).toEqual([WEBHOOK_USERS_MAX, 4])
})

test('a user whose look-up fails in the wallet does not delay the others of the same query', async () => {
  const [cursed = ''] = owners.map(({ userId }) => userId)
  let isCursed = true
  relaying((userIds) =>
    isCursed && userIds.includes(cursed)
      ? Promise.reject(new Error('the wallet fails'))
      : Promise.resolve(found(userIds.map(endpointOf))),
  )
  await until(() => written.length === owners.length - 1)
  expect(toldUsers()).toEqual(usersBut(cursed))
  isCursed = false
  await until(() => written.length === owners.length)
  expect(toldUsers()).toEqual(usersBut())
})

const rule = {
  ...{ channel: 'EMAIL', events: ['ORDER' as const], accounts: [], minSeverity: 'INFO' as const },
  resumedAt: null,
}
const ruleOf = (userId: string): Receiver => ({ ...endpointOf(userId), keyId: `rule of ${userId}`, rule })

test('an event from just before a rule was resumed is not for the rule; webhooks get it', async () => {
  const later = new Date(Date.now() + 30_000).toISOString()
  const paused = (userId: string): Receiver => ({ ...ruleOf(userId), rule: { ...rule, resumedAt: later } })
  relaying((userIds) => Promise.resolve(found(userIds.flatMap((userId) => [endpointOf(userId), paused(userId)]))))
  await until(() => cursors.length === owners.length)
  expect(written.filter(({ message }) => message !== undefined)).toEqual([])
  expect(toldUsers()).toEqual(usersBut())
})

test('where the wallet says nothing of rules, webhooks go out and messages follow once it does', async () => {
  const SOON = { ...SPANS, answerMs: 5 }
  let knowsRules = false
  relaying(
    (userIds) =>
      Promise.resolve(
        found(
          userIds.flatMap((userId) => [endpointOf(userId), ...(knowsRules ? [ruleOf(userId)] : [])]),
          knowsRules,
        ),
      ),
    FREE,
    1,
    ({ data }) => data,
    SOON,
  )
  await until(() => written.length === owners.length)
  expect(toldUsers()).toEqual(usersBut())
  expect(cursors).toEqual([])
  knowsRules = true
  await until(() => cursors.length === owners.length)
  const byRule = written.filter(({ message }) => message !== undefined)
  expect(byRule.map(({ keyId }) => keyId).toSorted()).toEqual(
    usersBut()
      .map((userId) => `rule of ${userId}`)
      .toSorted(),
  )
})

test('no more accounts are looked at than there is room for, and what was not needed is given back', async () => {
  let room = 3
  const loadShedder = {
    take: async (wanted: number) => {
      while (room === 0) await sleep(1)
      const taken = Math.min(wanted, room)
      room -= taken
      return taken
    },
    putBack: (count: number) => void (room += count),
  }
  relaying((userIds) => Promise.resolve(found(userIds.map(endpointOf))), loadShedder)
  await until(() => written.length === 3)
  await sleep(20)
  expect(written).toHaveLength(3)
  room = 1_000
  await until(() => written.length === owners.length)
  await until(() => room === 1_000 - (owners.length - 3))
})

test('a backlog is written in small statements, and every account has its turn', async () => {
  const [EVENTS, KEYS] = [30, 20]
  relaying(
    (userIds) =>
      Promise.resolve(
        found(
          userIds.flatMap((userId) =>
            Array.from({ length: KEYS }, (_, key) => ({ ...endpointOf(userId), keyId: `${userId}, key ${key}` })),
          ),
        ),
      ),
    FREE,
    EVENTS,
  )
  await until(() => written.length === owners.length * EVENTS * KEYS)
  expect(Math.max(...sizes)).toBeLessThanOrEqual(250)
  // Nobody has had a second event before all others have had their first.
  const firsts = written.slice(0, owners.length * KEYS)
  expect(new Set(firsts.map(({ sequence }) => sequence))).toEqual(new Set([1]))
  const got = new Map<string, number[]>()
  for (const { keyId, sequence } of written) got.set(keyId, [...(got.get(keyId) ?? []), sequence])
  const all = Array.from({ length: EVENTS }, (_, index) => index + 1)
  expect([...got.values()]).toEqual(Array.from({ length: owners.length * KEYS }, () => all))
})

test('the texts of a round are written in several turns of the event loop', async () => {
  const inTurns = [0]
  let isOver = false
  const turn = (): void => {
    inTurns.push(0)
    if (!isOver) setImmediate(turn)
  }
  setImmediate(turn)
  const EVENTS = 10
  relaying(
    (userIds) => Promise.resolve(found(userIds.map(endpointOf))),
    FREE,
    EVENTS,
    ({ data }) => ((inTurns[inTurns.length - 1]! += 1), data),
  )
  await until(() => written.length === owners.length * EVENTS)
  isOver = true
  expect(Math.max(...sizes)).toBeGreaterThan(100)
  expect(Math.max(...inTurns)).toBeLessThanOrEqual(50)
})
