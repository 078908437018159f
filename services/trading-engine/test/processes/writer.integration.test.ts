import { createTestDatabase, type TestDatabase } from '@ats/test-kit'
import { uuidv7 } from 'uuidv7'
import type { Account } from '../../src/core/model/account/account.js'
import { pollUntil } from '../support/poll-until.js'
import { anOrder, aRefusal, asWrite, SOON, startWriting, type OneDecision, type Writing } from '../support/writing.js'

let database: TestDatabase
let writing: Writing

beforeAll(async () => {
  database = await createTestDatabase('trading-engine')
  writing = startWriting(database.url)
})
afterAll(async () => {
  await writing.close()
  await database.drop()
})

const write = (given: OneDecision) => writing.writer.write(asWrite(given), SOON())

/** Makes the writes join one batch: they wait for the write under way, and go out together. */
async function writeTogether(writes: readonly OneDecision[]) {
  const [first] = await writing.openAccounts(1)
  const busy = write(anOrder(first!))
  const results = await Promise.allSettled(writes.map((one) => write(one)))
  await busy
  return results.map((result) => (result.status === 'fulfilled' ? result.value : 'failed'))
}

const countOrders = async (accountId: string): Promise<number> => {
  const { rows } = await writing.pool.query<{ count: number }>(
    'select count(*)::int as count from orders where account_id = $1',
    [accountId],
  )
  return rows[0]!.count
}

/** As `lock` holds it, until it lets go. */
async function lockAccount(accountId: string): Promise<() => Promise<void>> {
  const client = await writing.pool.connect()
  await client.query('begin')
  await client.query('select from accounts where id = $1 for no key update', [accountId])
  return async () => {
    await client.query('rollback')
    client.release()
  }
}

test('what is written is what is loaded', async () => {
  const [account] = await writing.openAccounts(1)
  const order = anOrder(account!, { clientId: 'ä-"quoted"\\' })
  expect(await write(order)).toBe('stored')
  const loaded = await writing.reload(account!.id)
  const decided = order.changes!.account
  const asLoaded = { plan: loaded.plan, consumedDepth: loaded.consumedDepth, version: account!.version + 1 }
  expect(loaded).toEqual({ ...decided, ...asLoaded })
  const { rows } = await writing.pool.query('select response, fingerprint from commands where id = $1', [
    order.command.id,
  ])
  expect(rows).toEqual([{ response: order.command.response, fingerprint: order.command.fingerprint }])
})

/** How many of the writes each statement held, the fullest first. */
const sizesOfStatements = async (writes: readonly ReturnType<typeof anOrder>[]): Promise<number[]> => {
  const { rows } = await writing.pool.query<{ count: number }>(
    'select count(*)::int as count from commands where id = any($1) group by xmin::text order by 1 desc',
    [writes.map(({ command }) => command.id)],
  )
  return rows.map(({ count }) => count)
}

test.each([
  ['wait for the one under way, and are one transaction', 15, [15]],
  ['do not wait when they are many', 40, [24, 16]],
])('writes of many accounts %s', async (_what, count, sizes) => {
  const accounts = await writing.openAccounts(count)
  const orders = accounts.map((account) => anOrder(account))
  expect(await writeTogether(orders)).toEqual(orders.map(() => 'stored'))
  expect(await sizesOfStatements(orders)).toEqual(sizes)
})

test('outcomes are told in their order, a few in each turn of the event loop, also after the writer was stopped', async () => {
  const brief = startWriting(database.url)
  const accounts = await brief.openAccounts(60)
  let turn = 0
  let isOver = false
  const countTurns = (): void => {
    turn += 1
    if (!isOver) setImmediate(countTurns)
  }
  setImmediate(countTurns)
  const told: { place: number; turn: number }[] = []
  const results = accounts.map(async (account, place) => {
    const result = await brief.writer.write(asWrite(anOrder(account)), SOON())
    told.push({ place, turn })
    brief.writer.stop()
    return result
  })
  expect(await Promise.all(results)).toEqual(accounts.map(() => 'stored'))
  isOver = true
  await brief.close()
  const perTurn = told.map(({ turn: each }) => told.filter((other) => other.turn === each).length)
  expect(Math.max(...perTurn)).toBeLessThanOrEqual(8)
  // Of what went out in one statement: the first alone, then as many as may have a second, then the rest.
  for (const [from, to] of [
    [1, 17],
    [17, 60],
  ] as const) {
    const places = told.map(({ place }) => place).filter((place) => place >= from && place < to)
    expect(places).toEqual(Array.from({ length: to - from }, (_, index) => from + index))
  }
})

test('texts keep every character on their way', async () => {
  const texts = ['NULL', '', '"quoted"', 'back\\slash', '{a,b}', ' spaces ', 'line\nbreak', 'é€\u{1f600}', null]
  const accounts = await writing.openAccounts(texts.length)
  const orders = accounts.map((account, index) => {
    const order = anOrder(account)
    const changes = { ...order.changes!, account: { ...order.changes!.account, stateReason: texts[index]! } }
    return { ...order, changes }
  })
  await writeTogether(orders)
  const loaded = await Promise.all(accounts.map(({ id }) => writing.reload(id)))
  expect(loaded.map(({ stateReason }) => stateReason)).toEqual(texts)
})

test('each write of a batch has an answer of its own', async () => {
  const [moved, locked, repeated, twin, other, refused, plain] = await writing.openAccounts(7, uuidv7())
  const known = anOrder(repeated!)
  expect(await write(known)).toBe('stored')
  await writing.pool.query('update accounts set version = version + 1 where id = $1', [moved!.id])
  const unlock = await lockAccount(locked!.id)
  const results = await writeTogether([
    anOrder(moved!),
    anOrder(locked!),
    anOrder(known.changes!.account, { commandId: known.command.id }),
    anOrder(twin!, { clientId: 'twin' }),
    anOrder(other!, { clientId: 'twin' }),
    aRefusal(refused!, 'refused'),
    anOrder(plain!),
  ])
  await unlock()
  expect(results.slice(0, 3)).toEqual(['version_conflict', 'version_conflict', 'duplicate'])
  expect(results.slice(3, 5).sort()).toEqual(['duplicate', 'stored'])
  expect(results.slice(5)).toEqual(['stored', 'stored'])
  const all = [moved, locked, repeated, refused, plain].map((account) => countOrders(account!.id))
  expect(await Promise.all(all)).toEqual([0, 0, 1, 0, 1])
  expect((await countOrders(twin!.id)) + (await countOrders(other!.id))).toBe(1)
  expect((await writing.reload(refused!.id)).version).toBe(refused!.version)
})

test('of two decisions on one state of an account only one is stored, even side by side', async () => {
  const [account] = await writing.openAccounts(1)
  const results = await writeTogether([anOrder(account!), anOrder(account!), anOrder(account!)])
  expect([...results].sort()).toEqual(['stored', 'version_conflict', 'version_conflict'])
  const { rows } = await writing.pool.query('select from commands where account_id = $1', [account!.id])
  expect([await countOrders(account!.id), rows.length]).toEqual([1, 2])
})

test('a write that Postgres refuses stops none of those it went out with', async () => {
  const accounts = await writing.openAccounts(9)
  const orders = accounts.map((account) => anOrder(account))
  const poisoned = orders[4]!
  const [order] = poisoned.changes!.orders
  const broken = { ...poisoned, changes: { ...poisoned.changes!, orders: [{ ...order!, symbol: 'BTC\u0000USD' }] } }
  const results = await writeTogether([...orders.slice(0, 4), broken, ...orders.slice(5)])
  expect(results).toEqual(orders.map((_order, index) => (index === 4 ? 'failed' : 'stored')))
  expect(await countOrders(poisoned.command.accountId)).toBe(0)
})

test('a write whose time is up is refused and never happens', async () => {
  const [account] = await writing.openAccounts(1)
  const late = writing.writer.write(asWrite(anOrder(account!)), Date.now() - 1)
  await expect(late).rejects.toThrow('too many orders are waiting')
  expect(await write(anOrder(account!))).toBe('stored')
  expect(await countOrders(account!.id)).toBe(1)
})

test('a write is refused in time although those before it are stuck', async () => {
  const accounts = await writing.openAccounts(3)
  const blocker = await writing.pool.connect()
  await blocker.query('begin; lock table commands in exclusive mode')
  const stuck = accounts.slice(0, 2).map((account) => write(anOrder(account)))
  // Few as they are: the second is not left behind the first for long.
  while (writing.writer.waiting > 0) await new Promise((resolve) => setImmediate(resolve))
  await expect(writing.writer.write(asWrite(anOrder(accounts[2]!)), Date.now() + 50)).rejects.toThrow('too many orders')
  await blocker.query('rollback')
  blocker.release()
  expect(await Promise.all(stuck)).toEqual(['stored', 'stored'])
  expect(await countOrders(accounts[2]!.id)).toBe(0)
})

test('a write within a lock that is refused before it is sent leaves the connection free and the account unlocked', async () => {
  let sender: () => string | null = () => null
  const brief = startWriting(database.url, { sender: () => sender() })
  const [account] = await brief.openAccounts(1)
  for (let time = 0; time < brief.pool.options.max + 1; time += 1) {
    const lock = await brief.writer.lockAccount(account!.id)
    sender = () => {
      throw new Error('the others may not know of this process yet')
    }
    await expect(lock.write(asWrite(anOrder(lock.account!)))).rejects.toThrow('may not know')
    sender = () => null
    await lock.end()
  }
  expect(brief.pool.idleCount).toBe(brief.pool.totalCount)
  expect(await brief.writer.write(asWrite(anOrder(account!)), SOON())).toBe('stored')
  await brief.close()
})

test('more writes than may wait are refused immediately', async () => {
  const [account] = await writing.openAccounts(1)
  const order = anOrder(account!)
  const results = await Promise.allSettled(Array.from({ length: 5_300 }, () => write(order)))
  expect(results.some(({ status }) => status === 'rejected')).toBe(true)
  expect(results.filter((result) => result.status === 'fulfilled' && result.value === 'stored')).toHaveLength(1)
  expect(await countOrders(account!.id)).toBe(1)
})

const BARRIER = 4711
const AT_BARRIER = `datname = current_database() and application_name = 'test writer' and wait_event = 'advisory'`

/** Until it is opened, a slow statement stands still before its effects. */
async function closeBarrier(): Promise<() => Promise<void>> {
  const client = await writing.pool.connect()
  await client.query(`select pg_advisory_lock(${BARRIER})`)
  let isOpen = false
  return async () => {
    if (isOpen) return
    isOpen = true
    await client.query(`select pg_advisory_unlock(${BARRIER})`)
    client.release()
  }
}

beforeAll(async () => {
  await writing.pool.query(`create function slow_down() returns trigger language plpgsql as
    $$ begin if new.kind = 'slow' then perform pg_advisory_xact_lock_shared(${BARRIER}); end if; return new; end $$`)
  await writing.pool.query('create trigger slow before insert on commands for each row execute function slow_down()')
})

const slow = (order: ReturnType<typeof anOrder>) => ({ ...order, command: { ...order.command, kind: 'slow' } })

/** Waits until a statement stands there. */
const isAtBarrier = () =>
  pollUntil(
    async () => (await writing.pool.query(`select from pg_stat_activity where ${AT_BARRIER}`)).rowCount,
    (count) => count === 1,
  )

describe('patient writes', () => {
  const writePatiently = (given: OneDecision, giveUpAt = SOON()) =>
    writing.writer.write(asWrite(given), giveUpAt, 'patient')
  let openBarrier: () => Promise<void>
  let stuck: Promise<string>

  beforeEach(async () => {
    const [copied] = await writing.openAccounts(1)
    openBarrier = await closeBarrier()
    stuck = writePatiently(slow(anOrder(copied!)))
    await isAtBarrier()
  })
  afterEach(async () => {
    await openBarrier()
    expect(await stuck).toBe('stored')
  })

  test('are no hindrance to others, which go out beside them', async () => {
    const [waiting, other] = await writing.openAccounts(2)
    const second = writePatiently(anOrder(waiting!))
    expect(writing.writer.waiting).toBe(1)
    expect(await write(anOrder(other!))).toBe('stored')
    expect(writing.writer.waiting).toBe(1)
    await openBarrier()
    expect(await second).toBe('stored')
  })

  test('are refused in time although those before them are stuck', async () => {
    const [waiting] = await writing.openAccounts(1)
    await expect(writePatiently(anOrder(waiting!), Date.now() + 50)).rejects.toThrow('too many orders')
    await openBarrier()
    await stuck
    expect(await countOrders(waiting!.id)).toBe(0)
  })

  test('of an account that an ordinary one moves first find it moved', async () => {
    const [account] = await writing.openAccounts(1)
    const second = writePatiently(anOrder(account!))
    expect(await write(anOrder(account!))).toBe('stored')
    await openBarrier()
    expect(await second).toBe('version_conflict')
    expect(await countOrders(account!.id)).toBe(1)
  })
})

describe('when the connection is lost', () => {
  /** Ends the backend of the statement that stands at the barrier. */
  const endBackend = () =>
    pollUntil(
      async () =>
        (await writing.pool.query(`select pg_terminate_backend(pid) from pg_stat_activity where ${AT_BARRIER}`))
          .rowCount,
      (ended) => ended === 1,
    )

  test('a statement that did not come to its end is known not to have happened', async () => {
    const [account] = await writing.openAccounts(1)
    const openBarrier = await closeBarrier()
    const result = write(slow(anOrder(account!)))
    await endBackend()
    expect(await result).toBe('version_conflict')
    expect(await countOrders(account!.id)).toBe(0)
    expect(writing.writer.isInDoubt(account!.id)).toBe(false)
    await openBarrier()
  })

  /** Gives up after a while that is long enough for a statement to reach the barrier. */
  const GIVEN_UP_MS = 1_000

  test('an answer that comes too late is looked up', async () => {
    const ended: string[] = []
    const impatient = startWriting(database.url, {
      statementTimeoutMs: GIVEN_UP_MS,
      onDoubtEnded: (accountId) => ended.push(accountId),
    })
    const [account] = await writing.openAccounts(1)
    const openBarrier = await closeBarrier()
    const result = impatient.writer.write(asWrite(slow(anOrder(account!))), SOON())
    await pollUntil(() => Promise.resolve(impatient.writer.isInDoubt(account!.id)), Boolean)
    await openBarrier()
    expect(await result).toBe('stored')
    expect(ended).toEqual([account!.id])
    await impatient.close()
  })

  test('an outcome nobody can wait for keeps the account in doubt until it is known', async () => {
    const ended: string[] = []
    const hasty = startWriting(database.url, {
      statementTimeoutMs: GIVEN_UP_MS,
      resolveTimeoutMs: GIVEN_UP_MS + 100,
      onDoubtEnded: (accountId) => ended.push(accountId),
    })
    const [account] = await writing.openAccounts(1)
    const openBarrier = await closeBarrier()
    await expect(hasty.writer.write(asWrite(slow(anOrder(account!))), SOON())).rejects.toThrow('did not confirm')
    expect(hasty.writer.isInDoubt(account!.id)).toBe(true)
    await openBarrier()
    await pollUntil(
      () => Promise.resolve(hasty.writer.isInDoubt(account!.id)),
      (isInDoubt) => !isInDoubt,
    )
    expect(ended).toEqual([account!.id])
    expect(await countOrders(account!.id)).toBe(1)
    await hasty.close()
  })
})

describe('a write of several decisions', () => {
  /** Orders of an account, each decided on what the one before leaves. */
  const ordersOf = (account: Account, clientIds: readonly string[]): OneDecision[] => {
    const made: OneDecision[] = []
    for (const clientId of clientIds) made.push(anOrder(made.at(-1)?.changes?.account ?? account, { clientId }))
    return made
  }
  const several = (account: Account, clientIds: readonly string[]) => {
    const [first, ...others] = ordersOf(account, clientIds)
    return asWrite(first!, ...others)
  }

  test('is loaded as the last of them leaves the account, and counts each of them', async () => {
    const [account] = await writing.openAccounts(1)
    const write = several(account!, ['a', 'b', 'c'])
    expect(await writing.writer.write(write, SOON())).toBe('stored')
    const loaded = await writing.reload(account!.id)
    const decided = write.decisions.at(-1)!.changes!.account
    const asLoaded = { plan: loaded.plan, consumedDepth: loaded.consumedDepth, version: account!.version + 3 }
    expect(loaded).toEqual({ ...decided, ...asLoaded })
    expect(await countOrders(account!.id)).toBe(3)
    const { rows } = await writing.pool.query(
      'select count(distinct command_id)::int as causes from transfers where command_id = any($1)',
      [write.decisions.map(({ command }) => command.id)],
    )
    expect(rows).toEqual([{ causes: 3 }])
  })

  test('of which one is stored already is stored by nobody, and stops nothing else of its statement', async () => {
    const [one, two, other, plain] = await writing.openAccounts(4, uuidv7())
    expect(await write(anOrder(other!, { clientId: 'b' }))).toBe('stored')
    const [first] = await writing.openAccounts(1)
    const busy = write(anOrder(first!))
    const results = await Promise.all([
      writing.writer.write(several(one!, ['a', 'b', 'c']), SOON()),
      write(anOrder(plain!)),
      writing.writer.write(several(two!, ['d', 'e']), SOON()),
      busy,
    ])
    expect(results).toEqual(['duplicate', 'stored', 'stored', 'stored'])
    const counts = await Promise.all([one, two, other, plain].map((account) => countOrders(account!.id)))
    expect(counts).toEqual([0, 2, 1, 1])
    const { rows } = await writing.pool.query('select from commands where account_id = $1', [one!.id])
    expect(rows).toHaveLength(1)
    expect((await writing.reload(one!.id)).version).toBe(one!.version)
  })

  test('of which all are stored already is a duplicate', async () => {
    const [account] = await writing.openAccounts(1)
    const write = several(account!, ['a', 'b'])
    expect(await writing.writer.write(write, SOON())).toBe('stored')
    const latest = await writing.reload(account!.id)
    expect(await writing.writer.write({ ...write, version: latest.version }, SOON())).toBe('duplicate')
    expect((await writing.reload(account!.id)).version).toBe(latest.version)
  })

  test('within a lock is stored whole, or as a duplicate not at all', async () => {
    const [account, other] = await writing.openAccounts(2, uuidv7())
    const lock = await writing.writer.lockAccount(account!.id)
    expect(await lock.write(several(lock.account!, ['a', 'b']))).toBe('stored')
    const second = await writing.writer.lockAccount(other!.id)
    expect(await second.write(several(second.account!, ['c', 'b']))).toBe('duplicate')
    expect([await countOrders(account!.id), await countOrders(other!.id)]).toEqual([2, 0])
  })

  test('takes as much of a statement as its decisions: others wait for the next', async () => {
    const accounts = await writing.openAccounts(4)
    const [first] = await writing.openAccounts(1)
    const busy = write(anOrder(first!))
    const writes = accounts.map((account, index) =>
      several(
        account,
        Array.from({ length: 30 }, (_, order) => `${index}-${order}`),
      ),
    )
    const results = await Promise.all(writes.map((each) => writing.writer.write(each, SOON())))
    await busy
    expect(results).toEqual(Array(4).fill('stored'))
    const { rows } = await writing.pool.query<{ count: number }>(
      'select count(*)::int as count from commands where account_id = any($1) and client_id is not null group by xmin::text',
      [accounts.map(({ id }) => id)],
    )
    expect(rows).toEqual([{ count: 60 }, { count: 60 }])
  })
})
