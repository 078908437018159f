/** The sending of live orders as Postgres stores it: ends at any point, and what two processes cannot both do. */
import { createLogger } from '@ats/service-kit/process'
import { createTestDatabase, createTestPool, type TestDatabase } from '@ats/test-kit'
import type { Pool } from 'pg'
import { createSenderStore } from '../../src/compose/live/sender-store.js'
import { createSenderLocks, type SenderLocks } from '../../src/store/venues/sender-locks.js'
import { readSendingFigures } from '../../src/store/venues/sending-figures.js'
import { restoreVenueCursor } from '../../src/store/venues/cursors.js'
import { reopenNonce } from '../../src/store/venues/transactions.js'
import { insertTradingWallet, listBusyWallets } from '../../src/store/venues/wallets.js'
import { pollUntil } from '../support/poll-until.js'
import { tradingWallet } from '../support/sender/memory-books.js'
import { CHAIN_ID } from '../support/sender/memory-chain.js'
import { createStage, noncesOfCalls, ordersOn } from '../support/sender/sender-stage.js'

let database: TestDatabase
let pool: Pool

beforeAll(async () => {
  database = await createTestDatabase('trading-engine')
  pool = createTestPool(database.url, { max: 4 })
})
afterAll(async () => {
  await pool.end()
  await database.drop()
})

const accountOf = (wallet: number): string => `00000000-0000-4000-8000-00000000000${wallet}`
const REQUESTS = ['00000000-0000-4000-8000-0000000000fa', '00000000-0000-4000-8000-0000000000fb']

async function begin(wallets = 2) {
  await pool.query('truncate venue_wallets, venue_plans, venue_transactions, venue_requests, venue_cursors')
  const stage = createStage({
    ...{ wallets, accountOf, stored: createSenderStore(pool) },
    endsOf: ({ id }) => (id.endsWith('a') ? ['receipt', 'keeper'] : ['keeper', 'keeper']),
  })
  for (const [index, address] of stage.addresses.entries()) {
    const client = await pool.connect()
    await insertTradingWallet(client, tradingWallet(address, accountOf(index)))
    client.release()
  }
  return stage
}

test('a process that ends at any point sends nothing twice and loses nothing', async () => {
  const ends = [2, 5, 8, 11, 14, 17, 20, 26, 32, 38, 44, 50]
  for (const end of [...ends, Infinity]) {
    const stage = await begin()
    REQUESTS.forEach((id, index) => stage.place(id, index))
    stage.killAt(end)
    await stage.settle()
    expect([...ordersOn(stage)].sort()).toEqual(REQUESTS.flatMap((id) => [`${id}/0`, `${id}/1`]))
    expect([...noncesOfCalls(stage).values()].map(({ size }) => size)).toEqual([1, 1, 1, 1])
    expect([...stage.core.requests.values()].map(({ state }) => state)).toEqual(['EXECUTED', 'EXECUTED'])
  }
})

test('a row keeps all of its transaction, and sums of a day count the dearest of a nonce', async () => {
  const stage = await begin(1)
  const store = createSenderStore(pool)
  const address = stage.addresses[0] ?? '0x'
  await stage.runFollower()
  stage.place(REQUESTS[1] ?? '')
  await stage.runSender(0)
  const load = () => store.load(address, REQUESTS)
  const { transactions, plans, nextNonce, spentToday, isFollowed } = await load()
  expect(transactions).toMatchObject([{ nonce: 0, attempt: 0, state: 'SENT', callIndex: 0, callCount: 2, cost: null }])
  const [made] = transactions
  if (made === undefined) throw new Error('nothing is stored')
  expect([...stage.chain.sent]).toEqual([made.raw])
  expect([plans.size, nextNonce, spentToday, isFollowed]).toEqual([1, 1, made.gas * made.fees.maxFeePerGas, true])

  const dearer = {
    ...made,
    attempt: 1,
    hash: `0x${'5'.repeat(64)}`,
    fees: { ...made.fees, maxFeePerGas: 1_000_300n },
  } as const
  await store.insert(dearer)
  expect((await load()).spentToday).toBe(made.gas * 1_000_300n)
  const receipt = { block: 9, blockHash: `0x${'6'.repeat(64)}` } as const
  await store.settle(address, 0, { hash: made.hash, state: 'MINED', receipt, cost: 7n })
  await store.recordOrder(made.hash, 'order')
  const settled = await load()
  expect(settled.transactions).toMatchObject([
    { state: 'MINED', block: 9, blockHash: receipt.blockHash, cost: 7n, venueOrderId: 'order', isGasBooked: false },
    { state: 'DROPPED', block: null, cost: null },
  ])
  expect(settled.spentToday).toBe(7n)
  const idsOfDue = async () => (await store.load(address, [])).transactions.map(({ hash }) => hash)
  expect(await idsOfDue()).toEqual([made.hash])
  await store.recordGas(made.hash)
  expect(await idsOfDue()).toEqual([])
  expect(await store.transactionByOrder(address, 'order')).toEqual({ ...settled.transactions[0], isGasBooked: true })
  const { byState, gasSpent, wallets, budgetUsed, booked } = await readSendingFigures(
    pool,
    made.chainId,
    made.requestId!,
  )
  expect([...wallets]).toEqual([['ACTIVE', 1]])
  // Of a budget of wei seven are next to nothing, and the cursor is where the follower left it.
  expect([...budgetUsed.values()].map((share) => share > 0 && share < 1)).toEqual([true])
  expect(booked.size).toBe(1)
  expect([[...byState].sort(), gasSpent]).toEqual([
    [
      ['DROPPED', 1],
      ['MINED', 1],
    ],
    7n,
  ])
})

test('a wallet is busy with signed bytes, gas that is due, and requests that its venue has not taken', async () => {
  const stage = await begin(2)
  const store = createSenderStore(pool)
  const [address = '0x', other = '0x'] = stage.addresses
  const busy = async () => [...(await listBusyWallets(pool, CHAIN_ID))]
  const request = async (id: string, state: string): Promise<void> => {
    await pool.query(
      `insert into venue_requests (id, account_id, venue, kind, action, state, created_at, updated_at)
        values ($1, $2, 'GMX', 'close', '{}', $3, now(), now()) on conflict (id) do update set state = $3`,
      [id, accountOf(1), state],
    )
  }
  expect(await busy()).toEqual([])
  await stage.runFollower()
  stage.place(REQUESTS[1]!, 0)
  await stage.runSender(0)
  expect(await busy()).toEqual([address])
  const [made] = (await store.load(address, REQUESTS)).transactions
  const receipt = { block: 9, blockHash: `0x${'6'.repeat(64)}` } as const
  await store.settle(address, 0, { hash: made!.hash, state: 'MINED', receipt, cost: 7n })
  expect(await busy()).toEqual([address])
  await store.recordGas(made!.hash)
  expect(await busy()).toEqual([])
  expect(await listBusyWallets(pool, CHAIN_ID + 1)).toEqual(new Set())

  const [single, double] = REQUESTS as [string, string]
  const [call] = (await store.load(address, REQUESTS)).plans.get(double) ?? []
  for (const state of ['NEW', 'SIGNED', 'SENT', 'ACCEPTED', 'FROZEN']) {
    await request(single, state)
    expect([state, await busy()]).toEqual([state, [other]])
  }
  await pool.query('truncate venue_plans')
  await store.storePlan(single, other, [call!])
  for (const state of ['NEW', 'SIGNED', 'SENT']) {
    await request(single, state)
    expect([state, await busy()]).toEqual([state, [other]])
  }
  for (const state of ['ACCEPTED', 'FROZEN', 'EXECUTED', 'CANCELLED', 'TIMED_OUT', 'FAILED']) {
    await request(single, state)
    expect([state, await busy()]).toEqual([state, []])
  }
  await request(double, 'ACCEPTED')
  await store.storePlan(double, other, [call!, call!])
  expect(await busy()).toEqual([other])
})

test('two processes cannot sign the same nonce, nor the same call, whatever they think they hold', async () => {
  const stage = await begin(1)
  const store = createSenderStore(pool)
  await stage.runFollower()
  stage.place(REQUESTS[0] ?? '')
  await stage.runSender(0)
  const [made] = (await store.load(stage.addresses[0] ?? '0x', REQUESTS)).transactions
  if (made === undefined) throw new Error('nothing is stored')
  const other = { ...made, hash: `0x${'5'.repeat(64)}` } as const
  await expect(store.insert(other)).rejects.toThrow('venue_transactions_pkey')
  await expect(store.insert({ ...other, nonce: 1 })).rejects.toThrow('venue_transactions_of_call')
})

test('a cursor never moves back', async () => {
  await begin(1)
  const store = createSenderStore(pool)
  await store.moveCursor('GMX', CHAIN_ID, null, { number: 9, hash: '0x09' })
  await store.moveCursor('GMX', CHAIN_ID, null, { number: 8, hash: '0x08' })
  await store.moveCursor('GMX', CHAIN_ID, { number: 7, hash: '0x07' }, { number: 10, hash: '0x10' })
  expect(await store.cursor('GMX', CHAIN_ID)).toEqual({ number: 9, hash: '0x09' })
  expect(await store.cursor('OSTIUM', CHAIN_ID)).toBeNull()
})

test('of the blocks that a cursor has passed there is one not four times as far back as any fork', async () => {
  await begin(1)
  const store = createSenderStore(pool)
  const passed: number[] = []
  let cursor: { readonly number: number; readonly hash: `0x${string}` } | null = null
  const moveTo = async (number: number): Promise<void> => {
    const next = { number, hash: `0x${number.toString(16)}` } as const
    await store.moveCursor('GMX', CHAIN_ID, cursor, next)
    cursor = next
  }
  for (let move = 0, at = 5; move < 200; move += 1, at += 1 + ((move * 7) % 5) * ((move * 3) % 40)) {
    await moveTo(at)
    passed.push(at)
  }
  const kept = await store.passedBlocks('GMX', CHAIN_ID)
  const head = passed.pop() ?? 0
  expect(kept.length).toBeLessThan(20)
  expect(kept.map(({ number }) => number)).toEqual(kept.map(({ number }) => number).sort((a, b) => b - a))
  for (const { number, hash, since } of kept) expect([hash, since > 0]).toEqual([`0x${number.toString(16)}`, true])
  for (const fork of passed) {
    const common = kept.find(({ number }) => number <= fork)?.number ?? 0
    expect(common === 0 ? fork : head - common).toBeLessThanOrEqual(common === 0 ? 200 : 4 * (head - fork) + 200)
  }

  const [back] = kept.slice(2)
  const restored = { number: back!.number, hash: back!.hash }
  expect(await restoreVenueCursor(pool, 'GMX', CHAIN_ID, { number: head, hash: '0xee' }, restored)).toBe(false)
  expect(await restoreVenueCursor(pool, 'GMX', CHAIN_ID, cursor!, restored)).toBe(true)
  expect(await store.cursor('GMX', CHAIN_ID)).toEqual(restored)
  expect(await store.passedBlocks('GMX', CHAIN_ID)).toEqual(kept.slice(3))
})

test('a nonce whose block is no more comes to its end once more, with all its bytes', async () => {
  const stage = await begin(1)
  const store = createSenderStore(pool)
  const address = stage.addresses[0] ?? '0x'
  stage.place(REQUESTS[1]!, 0)
  await stage.settle()
  const settled = await store.settledAfter([address], 0)
  expect(settled.map(({ state, hasEnded }) => [state, hasEnded])).toEqual([
    ['MINED', true],
    ['MINED', true],
  ])
  await reopenNonce(pool, address, settled[1]!.nonce, 77)
  const { transactions } = await store.load(address, [])
  expect(transactions).toMatchObject([{ hash: settled[1]!.hash, state: 'SENT', sentAtBlock: 77, block: null }])
  expect(await store.settledAfter([address], 0)).toHaveLength(1)
  await stage.settle()
  expect(await store.settledAfter([address], 0)).toEqual(
    settled.map((made) => ({ ...made, sentAtBlock: expect.any(Number) as number })),
  )
})

test('a wallet has one process at a time; another has it once the first has ended', async () => {
  const start = async (): Promise<SenderLocks> => {
    const logger = createLogger({ service: 'test', level: 'silent' })
    const locks = createSenderLocks({ connectionString: database.url, logger, heartbeatMs: 20 })
    locks.want(['a wallet'])
    await locks.start()
    return locks
  }
  const first = await start()
  const second = await start()
  expect([first.isHeld('a wallet'), second.isHeld('a wallet'), second.isHeld('another')]).toEqual([true, false, false])
  await first.stop()
  expect(first.isHeld('a wallet')).toBe(false)
  await pollUntil(
    () => Promise.resolve(second.isHeld('a wallet')),
    (isHeld) => isHeld,
  )
  await second.stop()
})
