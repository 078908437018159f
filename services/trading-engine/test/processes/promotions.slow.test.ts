/** Workers are killed while they promote, and connections are cut: each account has one successor, none is lost. */
import { expectBooksToHold } from '../support/random-accounts/books.js'
import { startEngine, type TestEngine } from '../support/engine/engine.js'
import { startEngineProcess } from '../support/engine/engine-process.js'
import { beginMany, countSuccessors, faultsOfPromotions, putState } from '../support/plans/challenges.js'
import { importProgram, programFile } from '../support/plans/program-file.js'
import { pollUntil } from '../support/poll-until.js'

let api: TestEngine

const [FIRST, LAST] = programFile('x')['phases'] as [object, object]

beforeEach(async () => {
  api = await startEngine({ ROLE: 'api' })
  await importProgram(api, 'auto')
  await importProgram(api, 'review', { phases: [{ ...FIRST, promotion: 'REVIEW' }, LAST] })
})
afterEach(() => api.close())

const ROUNDS = 100
const DUE_AT_A_TIME = 10

test('1,000 due, ten at a time, and two workers killed 100 times each while they promote', async () => {
  const all = await beginMany(api, 'auto', { users: 10, each: 100 })
  const options = { role: 'worker', databaseUrl: api.databaseUrl, wallet: api.wallet } as const
  /** A busy machine may be too slow for a start. */
  const start = (tries = 5): ReturnType<typeof startEngineProcess> =>
    startEngineProcess(options).catch((error: unknown) =>
      tries > 1 ? start(tries - 1) : Promise.reject(error as Error),
    )
  const startTwo = () => Promise.all([start(), start()])
  const until = (count: number) =>
    pollUntil(
      () => countSuccessors(api),
      (now) => now >= count,
      120_000,
    )
  let [kills, next] = [0, startTwo()]
  for (let round = 0; round < ROUNDS; round += 1) {
    const workers = await next
    next = startTwo()
    const due = all.slice(round * DUE_AT_A_TIME, (round + 1) * DUE_AT_A_TIME)
    await putState(api, 'PASSED', ...due.map(({ account_id: id }) => id))
    await until(round * DUE_AT_A_TIME + 1 + ((round * 7) % (DUE_AT_A_TIME - 1)))
    await Promise.all(workers.map((worker) => worker.kill()))
    kills += workers.length
  }
  const last = await next
  await until(1_000)
  await Promise.all(last.map((worker) => worker.stop()))
  expect([kills, await countSuccessors(api)]).toEqual([200, 1_000])
  expect(await faultsOfPromotions(api)).toEqual([])
  await expectBooksToHold(api.pool)
}, 3_600_000)

test('1,000 approved twice at two engines, while their connections are cut 200 times', async () => {
  const other = await startEngine({ databaseUrl: api.databaseUrl, sharedWallet: api.wallet })
  try {
    const all = await beginMany(api, 'review', { users: 10, each: 100 })
    await putState(api, 'PASSED', ...all.map(({ account_id: id }) => id))
    let cuts = 0
    /** One connection in use after every few promotions: a storm would let nothing through. */
    const cut = async (): Promise<void> => {
      for (let count = 0; count < 1_000;) {
        const { rowCount } = await api.pool.query(
          `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database()
            and application_name = 'trading-engine' and state <> 'idle' order by random() limit 1`,
        )
        cuts += rowCount ?? 0
        const before = count
        count = await pollUntil(
          () => countSuccessors(api),
          (now) => now >= Math.min(1_000, before + (rowCount === 1 ? 3 : 0)),
        )
      }
    }
    const cutting = cut()
    const approve = async ({ account_id: id }: { account_id: string }, at: TestEngine): Promise<void> => {
      await pollUntil(
        () => at.operatorAs('otto').post(`/operator/v1/promotions/${id}/approve`),
        ({ status }) => status === 200,
      )
    }
    for (let first = 0; first < all.length; first += 20)
      await Promise.all(all.slice(first, first + 20).flatMap((one) => [approve(one, api), approve(one, other)]))
    await cutting
    expect(cuts).toBeGreaterThanOrEqual(200)
    expect(await countSuccessors(api)).toBe(1_000)
    expect(await faultsOfPromotions(api)).toEqual([])
    await expectBooksToHold(api.pool)
  } finally {
    await other.close()
  }
}, 600_000)
