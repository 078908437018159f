/**
 * Two writers on one database, a few accounts and client_ids that everybody wants: whatever they do to each other, the
 * rows agree with what was acknowledged.
 */
import { createTestDatabase, type TestDatabase } from '@ats/test-kit'
import type { Account } from '../../src/core/model/account/account.js'
import { aRefusal, anOrder, asWrite, SOON, startWriting, type Writing } from '../support/writing.js'

const ACCOUNTS = 30
const USERS = 5
const WRITES_EACH = 600
const SEED = Number(process.env['FAST_CHECK_SEED'] ?? Date.now() % 2 ** 31)

let database: TestDatabase
let writers: Writing[]
beforeAll(async () => {
  database = await createTestDatabase('trading-engine')
  writers = [startWriting(database.url), startWriting(database.url)]
})
afterAll(async () => {
  await Promise.all(writers.map((writing) => writing.close()))
  await database.drop()
})

/** Mulberry32: the same seed, the same run. */
function seeded(seed: number): (below: number) => number {
  let state = seed >>> 0
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below
  }
}

interface Tally {
  readonly stored: string[]
  readonly byTurn: string[]
  stale: number
  seen: number
}

/** Writes one decision at a time per account and many accounts concurrently, like the queue in front of the writer. */
async function drive(
  writing: Writing,
  accounts: readonly Account[],
  random: (below: number) => number,
): Promise<Tally> {
  const tally: Tally = { stored: [], byTurn: [], stale: 0, seen: 0 }
  const latest = new Map(accounts.map((account) => [account.id, account]))
  const free = [...latest.keys()]
  const writeOne = async (accountId: string): Promise<void> => {
    const account = latest.get(accountId)!
    const clientId = random(2) === 0 ? `c${random(WRITES_EACH / 6)}` : null
    const write = random(10) === 0 && clientId !== null ? aRefusal(account, clientId) : anOrder(account, { clientId })
    const version = random(12) === 0 ? 0 : account.version
    const result = await writing.writer.write(asWrite({ ...write, version }), SOON())
    if (result === 'duplicate') tally.seen += 1
    if (result === 'stored') {
      tally.stored.push(write.command.id)
      if (write.changes !== null) latest.set(accountId, { ...write.changes.account, version: account.version + 1 })
    }
    if (result !== 'version_conflict') return
    tally.stale += 1
    const turn = await writing.writer.lockAccount(accountId)
    const again = anOrder(turn.account!, { clientId })
    const second = await turn.write(asWrite(again))
    expect(second).not.toBe('version_conflict')
    if (second === 'stored') tally.byTurn.push(again.command.id)
    latest.set(accountId, await writing.reload(accountId))
  }
  const lane = async (count: number): Promise<void> => {
    for (let left = count; left > 0; left--) {
      const [accountId] = free.splice(random(free.length), 1)
      await writeOne(accountId!)
      free.push(accountId!)
    }
  }
  const LANES = 12
  await Promise.all(Array.from({ length: LANES }, () => lane(WRITES_EACH / LANES)))
  return tally
}

const CHECKS: Readonly<Record<string, string>> = {
  'a moving command has one order, a refusal none': `select c.id from commands c
    left join orders o on o.account_id = c.account_id and o.client_id is not distinct from c.client_id and o.created_at >= c.created_at - interval '1 hour'
    where c.kind = 'test' and c.client_id is not null group by c.id, c.moves having count(o.id) <> (c.moves)::int`,
  'the version counts the moves': `select a.id from accounts a where version <> 1 +
    (select count(*) from orders o where o.account_id = a.id)`,
  'every fill has its order, and every order its fill': `select o.id from orders o full join fills f on f.order_id = o.id
    where f.id is null or o.id is null or f.quantity <> o.filled_quantity`,
  'events are counted without a gap': `select a.id from accounts a left join events e on e.account_id = a.id
    group by a.id having count(e.id) <> a.event_sequence or coalesce(max(e.sequence), 0) <> a.event_sequence`,
  'the balance is the sum of the ledger': `select a.id from accounts a join transfers t on t.account_id = a.id
    group by a.id having a.balance <> sum(case t.direction when 'IN' then t.amount else -t.amount end)`,
  'a position is the sum of its fills': `select p.id from positions p join fills f on f.position_id = p.id
    group by p.id having p.quantity <> sum(f.quantity)`,
}

test(`concurrent writers agree with the database (seed ${SEED})`, async () => {
  const users = Array.from({ length: USERS }, (_none, index) => `user-${index}`)
  const accounts = (await Promise.all(users.map((user) => writers[0]!.openAccounts(ACCOUNTS / USERS, user)))).flat()
  const tallies = await Promise.all(writers.map((writing, index) => drive(writing, accounts, seeded(SEED + index))))
  const { pool } = writers[0]!

  const { rows } = await pool.query<{
    id: string
  }>(`select id from commands where kind = 'test' and client_id is not null
    union select id from commands where kind = 'test' and client_id is null
      and created_at > (select max(created_at) from accounts)`)
  const stored = new Set(rows.map(({ id }) => id))
  const acknowledged = tallies.flatMap((tally) => [...tally.stored, ...tally.byTurn])
  expect(new Set(acknowledged).size).toBe(acknowledged.length)
  expect(acknowledged.filter((id) => !stored.has(id))).toEqual([])
  for (const [promise, query] of Object.entries(CHECKS)) {
    expect({ promise, broken: (await pool.query(query)).rows }).toEqual({ promise, broken: [] })
  }
  // The run is worth something only if they got in each other's way.
  expect(Math.min(...tallies.map(({ stale, seen }) => Math.min(stale, seen)))).toBeGreaterThan(10)
})
