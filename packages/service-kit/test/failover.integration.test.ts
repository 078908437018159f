import { setTimeout as sleep } from 'node:timers/promises'
import {
  backendOf,
  createCommitProbe,
  createDedicatedConnection,
  createPool,
  isConnectionFailure,
  NotPrimary,
  type PoolOptions,
} from '@ats/service-kit/db'
import { createLogger } from '@ats/service-kit/process'
import { captureLogs, startPostgresPair, type PostgresPair } from '@ats/test-kit'
import type { Pool } from 'pg'

let pair: PostgresPair
const pools: Pool[] = []

beforeAll(async () => {
  pair = await startPostgresPair({ isSynchronous: true })
  await pair.database('wallet', pair.ports().primary)
})
afterAll(async () => {
  await Promise.all(pools.map((pool) => pool.end()))
  await pair.close()
})

const open = (connectionString: string, options: Partial<PoolOptions> = {}): Pool => {
  const pool = createPool({ connectionString, max: 2, applicationName: 'fail-over', ...options })
  pools.push(pool)
  return pool
}
const throughAddress = () => pair.database('wallet', pair.address.port)
const isStandby = async (pool: Pool): Promise<unknown> =>
  (await pool.query<{ is: boolean }>('select pg_is_in_recovery() as is')).rows[0]?.is
const failureOf = (work: Promise<unknown>): Promise<unknown> => work.then(() => null).catch((error: unknown) => error)

async function until(condition: () => Promise<boolean> | boolean): Promise<void> {
  while (!(await condition())) await sleep(20)
}

test('a pool never uses a connection that an address gave it to a standby', async () => {
  const pool = open(await throughAddress())
  pair.address.pointAt(pair.ports().standby)
  const failure = await failureOf(pool.query('select 1'))
  expect([failure, isConnectionFailure(failure)]).toEqual([expect.any(NotPrimary), true])
  expect(pool.totalCount).toBe(0)
  pair.address.pointAt(pair.ports().primary)
  expect(await isStandby(pool)).toBe(false)
})

test('a pool leaves a server that becomes read-only', async () => {
  const { primary } = pair.ports()
  const pool = open(await throughAddress())
  const setReadOnly = async (value: 'on' | 'off') => {
    await pair.query(primary, `alter system set default_transaction_read_only = ${value}`)
    await pair.query(primary, 'select pg_reload_conf()')
  }
  await pool.query('select 1')
  await setReadOnly('on')
  await until(async () => (await failureOf(pool.query('select 1'))) instanceof NotPrimary)
  expect(pool.totalCount).toBe(0)
  await setReadOnly('off')
  await until(async () => (await failureOf(pool.query('select 1'))) === null)
})

test('a backend of another server, or of the same with its process id, is another one', async () => {
  const pool = open(await throughAddress())
  const [first, second] = [await pool.connect(), await pool.connect()]
  const backends = [backendOf(first), backendOf(second)]
  first.release()
  second.release()
  expect(backends[0]).toEqual({
    systemId: backends[1]?.systemId,
    timeline: backends[1]?.timeline,
    pid: expect.any(Number) as unknown,
    startedAt: expect.stringMatching(/^\d+\.\d{6}$/) as unknown,
  })
  expect(backends[0]).not.toEqual(backends[1])
})

describe('whether a write commits', () => {
  const probes: ReturnType<typeof createCommitProbe>[] = []
  const aProbe = async () => {
    const probe = createCommitProbe({ connectionString: await throughAddress(), applicationName: 'fail-over' })
    probes.push(probe)
    return probe
  }
  afterAll(() => Promise.all(probes.map((probe) => probe.stop())))
  const waiting = async (): Promise<number> =>
    (await pair.query(pair.ports().primary, `select from pg_stat_activity where wait_event = 'SyncRep'`)).length

  test('it does not while the synchronous standby is away, of which the server sees one write, and does after it', async () => {
    const probe = await aProbe()
    expect(await probe.canCommit()).toBe(true)
    await pair.stopStandby()
    // A select answers all the time.
    expect(await isStandby(open(await throughAddress()))).toBe(false)
    await until(async () => !(await probe.canCommit()))
    const answers = await Promise.all(Array.from({ length: 50 }, () => probe.canCommit()))
    expect([answers.some(Boolean), await waiting()]).toEqual([false, 1])
    await pair.startStandby()
    await until(() => probe.canCommit())
    expect(await waiting()).toBe(0)
  })

  test('it does not at a standby', async () => {
    const probe = await aProbe()
    pair.address.pointAt(pair.ports().standby)
    expect(await probe.canCommit()).toBe(false)
    pair.address.pointAt(pair.ports().primary)
    expect(await probe.canCommit()).toBe(true)
  })

  test('however often it is asked, the server gets few writes', async () => {
    const probe = await aProbe()
    const written = async () =>
      (await pair.query<{ n: string }>(pair.ports().primary, 'select txid_current()::text as n'))[0]?.n
    await probe.canCommit()
    const before = Number(await written())
    for (let i = 0; i < 200; i += 1) await probe.canCommit()
    expect(Number(await written()) - before).toBeLessThan(50)
  })
})

test('after a switch-over all of it is at the new primary, by an address or by the list of hosts', async () => {
  const { primary, standby } = pair.ports()
  const logger = createLogger({ service: 'test', level: 'trace', destination: captureLogs().destination })
  const [first, second] = [
    new URL(await pair.database('wallet', primary)),
    new URL(await pair.database('wallet', standby)),
  ]
  const ofBoth = first.toString().replace(first.host, `${second.host},${first.host}`)
  const byHosts = open(`${ofBoth}?target_session_attrs=read-write`)
  const byAddress = open(await throughAddress())
  const beats: { readonly port: number; readonly isStandby: boolean }[] = []
  const session = createDedicatedConnection({
    connectionString: await throughAddress(),
    applicationName: 'fail-over session',
    logger,
    heartbeatMs: 20,
    queryTimeoutMs: 5_000,
    open: () => Promise.resolve(),
    async beat(client) {
      const { rows } = await client.query<{ port: number; is: boolean }>(
        `select current_setting('port')::int as port, pg_is_in_recovery() as is`,
      )
      beats.push({ port: rows[0]!.port, isStandby: rows[0]!.is })
    },
    onLost: () => undefined,
  })
  await session.start()
  const portOf = async (pool: Pool): Promise<unknown> =>
    (await pool.query<{ port: string }>(`select current_setting('port') as port`)).rows[0]?.port
  expect([await portOf(byHosts), await portOf(byAddress)]).toEqual([String(primary), String(primary)])

  // The address follows late, and leads to the old primary, a standby by then, until it does.
  await pair.switchOver()
  await until(async () => (await failureOf(byAddress.query('select 1'))) instanceof NotPrimary)
  await until(async () => (await failureOf(byHosts.query('select 1'))) === null)
  expect(await portOf(byHosts)).toBe(String(standby))
  pair.address.pointAt(standby)
  await until(() => beats.at(-1)?.port === standby)
  expect(await portOf(byAddress)).toBe(String(standby))
  expect(beats.filter((beat) => beat.isStandby)).toEqual([])
  await session.stop()
})
