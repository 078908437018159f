import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTestDatabase, createTestPool, type TestDatabase } from '@ats/test-kit'
import type { Pool } from 'pg'
import { formatTimestamp } from '../../src/core/values/time.js'
import { listDueKeys } from '../../src/store/webhooks/webhook-deliveries.js'
import { deleteIdleUrls, proveUrl, releasePostponed, takeAttempts } from '../../src/store/webhooks/webhook-urls.js'
import type { AttemptsGranted } from '../../src/core/model/webhook-delivery.js'

const MINUTE = 60_000_000
const LIMITS = { attemptsMax: 10, window: MINUTE, waitMax: 1_440 * MINUTE }
const NOW = Date.parse('2026-03-01T12:00:00Z') * 1_000
const HOOK = 'https://receiver.example/hook'

let database: TestDatabase
let pool: Pool

beforeAll(async () => {
  database = await createTestDatabase('trading-engine')
  pool = createTestPool(database.url, { max: 4, timestampsAsText: true })
})
afterAll(async () => {
  await pool.end()
  await database.drop()
})
beforeEach(() => pool.query('truncate webhook_urls, webhook_deliveries cascade'))

/** Deliveries of a key that are due, one millisecond after the other, the last of them at `at`. */
async function insertDue(keyId: string, count: number, at = NOW, status = 'PENDING'): Promise<readonly string[]> {
  const ids = Array.from({ length: count }, () => randomUUID())
  for (const [place, id] of ids.entries())
    await pool.query(
      `insert into webhook_deliveries (id, event_id, event_type, sequence, user_id, key_id, url, body, shard, status,
          attempts, round, round_attempts, next_attempt_at, created_at)
        values ($1, gen_random_uuid(), 'order.ack', 1, 'u', $2, $3, '{}', 7, $4::text, 0, 1, 0,
          case when $4::text = 'PENDING' then $5::timestamptz end, $5::timestamptz)`,
      [id, keyId, HOOK, status, formatTimestamp(at - (count - 1 - place) * 1_000)],
    )
  return ids
}

const take = (keyId: string, ids: readonly string[], now = NOW, url = HOOK): Promise<AttemptsGranted> =>
  takeAttempts(pool, { keyId, url, ids, shards: [7], now }, LIMITS)

/** Minutes from `NOW` to the next attempt of each, rounded up; `null` for what is not pending. */
async function minutesTo(ids: readonly string[]): Promise<readonly (number | null)[]> {
  const { rows } = await pool.query<{ minutes: string | null }>(
    `select ceil(extract(epoch from next_attempt_at - $2::timestamptz) / 60) as minutes from unnest($1::uuid[])
      with ordinality as asked (id, place) join webhook_deliveries using (id) order by place`,
    [ids, formatTimestamp(NOW)],
  )
  return rows.map(({ minutes }) => (minutes === null ? null : Number(minutes)))
}

test('a URL that never answered 2xx is tried ten times in any minute; the rest waits its turn, ten a minute', async () => {
  const keyId = randomUUID()
  const ids = await insertDue(keyId, 34)
  expect(await take(keyId, ids.slice(0, 4))).toEqual({ count: 4, freeAt: NOW + MINUTE })
  await pool.query('delete from webhook_deliveries where id = any($1)', [ids.slice(0, 4)])
  expect(await take(keyId, ids.slice(4, 12), NOW + 30_000_000)).toEqual({ count: 6, freeAt: NOW + MINUTE })
  // Six are granted, two were not, and 22 more are due: ten can go in each minute to come.
  const expected = [
    ...Array<number>(10).fill(0),
    ...Array<number>(10).fill(1),
    ...Array<number>(10).fill(2),
    3,
    3,
    3,
    3,
  ]
  expect(await minutesTo(ids.slice(4))).toEqual(expected.slice(4))
  expect(await listDueKeys(pool, [7], NOW + 59_000_000, 10, [])).toEqual([keyId])
  await pool.query('delete from webhook_deliveries where id = any($1)', [ids.slice(0, 10)])
  expect(await listDueKeys(pool, [7], NOW + 59_000_000, 10, [])).toEqual([])
  expect(await take(keyId, ids.slice(10, 14), NOW + MINUTE - 1)).toMatchObject({ count: 0 })
  expect(await take(keyId, ids.slice(10, 20), NOW + MINUTE)).toEqual({ count: 4, freeAt: NOW + 90_000_000 })
})

test('many who ask concurrently share them, whatever their key', async () => {
  const keys = [randomUUID(), randomUUID(), randomUUID()]
  const due = await Promise.all(keys.map((keyId) => insertDue(keyId, 8)))
  const requested = keys.flatMap((keyId, place) => [0, 4].map((from) => take(keyId, due[place]!.slice(from, from + 4))))
  const granted = (await Promise.all(requested)).map((each) => (each === 'proven' ? NaN : each.count))
  expect(granted.reduce((sum, count) => sum + count, 0)).toBe(10)
  expect(await take(randomUUID(), [randomUUID()], NOW, `${HOOK}/other`)).toMatchObject({ count: 1 })
})

test('its first 2xx brings all that waited, when it would have come; then there is no limit', async () => {
  const keyId = randomUUID()
  const ids = await insertDue(keyId, 30)
  await take(keyId, ids.slice(0, 12))
  await proveUrl(pool, HOOK)
  await releasePostponed(pool, keyId)
  expect(await minutesTo(ids)).toEqual(Array(30).fill(0))
  expect(await take(keyId, ids)).toBe('proven')
  await deleteIdleUrls(pool, NOW + 999 * MINUTE)
  expect(await take(keyId, ids)).toBe('proven')
})

test('what has waited a day for a URL that proves nothing is given up', async () => {
  const keyId = randomUUID()
  const old = await insertDue(keyId, 3, NOW - LIMITS.waitMax - MINUTE)
  const recent = await insertDue(keyId, 12)
  await take(keyId, recent)
  expect(await minutesTo([...old, ...recent])).toEqual([null, null, null, ...Array<number>(10).fill(0), 1, 1])
  const { rows } = await pool.query<{ status: string }>(
    'select distinct status from webhook_deliveries where id = any($1)',
    [old],
  )
  expect(rows).toEqual([{ status: 'DEAD' }])
})

test('URLs tried in vain are forgotten after a while', async () => {
  await take(randomUUID(), [randomUUID()])
  await deleteIdleUrls(pool, NOW)
  expect((await pool.query('select from webhook_urls')).rowCount).toBe(1)
  await deleteIdleUrls(pool, NOW + 1)
  expect((await pool.query('select from webhook_urls')).rowCount).toBe(0)
})

test('at the upgrade, URLs with a delivery that was taken are proven', async () => {
  const keyId = randomUUID()
  await insertDue(keyId, 2, NOW, 'DELIVERED')
  await insertDue(keyId, 1)
  const migration = await readFile(join(__dirname, '../..', 'migrations', '0013_webhook_limits.sql'), 'utf8')
  await pool.query(
    `drop table webhook_urls, webhook_redeliveries; alter table webhook_deliveries drop column held_from; ${migration}`,
  )
  expect(await take(keyId, [randomUUID()])).toBe('proven')
  expect(await take(keyId, [randomUUID()], NOW, `${HOOK}/other`)).toMatchObject({ count: 1 })
})
