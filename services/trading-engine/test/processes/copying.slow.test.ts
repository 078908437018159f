/**
 * The copier under kills: workers die and connections break between a fill and its copies, and nothing is doubled or
 * lost.
 */
import { startFakeWallet, type FakeWallet } from '@ats/test-kit'
import { linkToOwn } from '../support/engine/link-to-own.js'
import { startEngine, type TestEngine, type Trader } from '../support/engine/engine.js'
import { startEngineProcess, type EngineProcess } from '../support/engine/engine-process.js'
import { pollUntil } from '../support/poll-until.js'

const KILLS = 20
const CUTS = 480
const FOLLOWERS = 8

let api: TestEngine
let wallet: FakeWallet
let leader: Trader
const workers: EngineProcess[] = []

beforeAll(async () => {
  wallet = await startFakeWallet()
  api = await startEngine({ ROLE: 'api', sharedWallet: wallet })
  leader = await api.trader()
  for (let count = 0; count < FOLLOWERS; count += 1)
    await linkToOwn(leader.api, leader.accountId, { max_delay_ms: 600_000 })
  for (let count = 0; count < 2; count += 1) workers.push(await startWorker())
})
afterAll(async () => {
  await Promise.all(workers.map((worker) => worker.kill()))
  await api.close()
  await wallet.close()
})

const startWorker = () => startEngineProcess({ role: 'worker', databaseUrl: api.databaseUrl, wallet })

/** Each of them buys, or sells, the same. */
const fill = async (round: number): Promise<void> => {
  const side = round % 2 === 0 ? 'BUY' : 'SELL'
  const { body } = await leader.place({ symbol: 'BTC-USD', side, kind: 'MARKET', quantity: 0.001 })
  expect(body.trades).toHaveLength(1)
}

/** As if a worker had died between the copies and its cursor. */
const forgetCursor = () => api.pool.query(`update copy_cursors set copied_to = copied_to - interval '1 second'`)
/** Breaks what the workers have under way, whether it is committed or not. */
const cut = () =>
  api.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
      where application_name like 'trading-engine%' and datname = current_database() and pid <> pg_backend_pid()
        and query ~ 'copy_|commands' and state <> 'idle'`,
  )

interface Copies {
  readonly fills: number
  readonly copies: number
  readonly doubled: number
  readonly orders: number
}
const count = async (): Promise<Copies> => {
  const { rows } = await api.pool.query<Copies>(
    `select (select count(*) from fills where account_id = $1)::int as fills,
      (select count(*) from copy_events where reason is null)::int as copies,
      (select count(*) from (select from copy_events group by copy_link_id, leader_fill_id having count(*) > 1) d)::int
        as doubled,
      (select count(*) from orders where origin = 'COPY')::int as orders`,
    [leader.accountId],
  )
  return rows[0]!
}

test(`${KILLS} workers killed and ${CUTS} cuts and repetitions: each fill is copied once to each follower`, async () => {
  let round = 0
  for (let kill = 0; kill < KILLS; kill += 1) {
    for (let cuts = 0; cuts < CUTS / KILLS; cuts += 1) {
      if (cuts % 2 === 0) await forgetCursor()
      await fill(round++)
      if (cuts % 2 === 1) await cut()
    }
    await fill(round++)
    await workers.shift()?.kill()
    workers.push(await startWorker())
  }
  const all = await pollUntil(count, ({ fills, copies }) => copies >= fills * FOLLOWERS)
  expect(all).toEqual({ fills: round, copies: round * FOLLOWERS, doubled: 0, orders: round * FOLLOWERS })
  const { body: links } = await leader.api.get<{ follower_account_id: string }[]>('/v1/copy-links')
  for (const { follower_account_id: accountId } of links)
    expect((await leader.api.get(`/v1/account/${accountId}/positions`)).body).toEqual([])
}, 900_000)
