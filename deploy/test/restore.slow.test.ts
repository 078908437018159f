/**
 * Follows docs/RUNBOOK.md: dumps the database of a busy engine, restores it to an empty server, and continues there.
 */
import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { ensureServiceDatabase, startServers, type Servers } from '@ats/local-stack'
import { migrate } from '@ats/service-kit/db'
import {
  createTestPool,
  startFakeWallet,
  startWebhookReceiver,
  type FakeWallet,
  type WebhookReceiver,
} from '@ats/test-kit'
import {
  OPERATOR_TOKEN,
  startEngine,
  type TestEngine,
  type Trader,
} from '../../services/trading-engine/test/support/engine/engine.js'
import { eventOf, fillOnce, localWebhooks } from '../../services/trading-engine/test/support/engine/hooked-engine.js'
import { pollUntil } from '../../services/trading-engine/test/support/poll-until.js'
import { REPOSITORY } from './support/repository.js'

const MIGRATIONS = join(REPOSITORY, 'services', 'trading-engine', 'migrations')
const OPERATOR = join(REPOSITORY, 'packages', 'operator-cli', 'dist', 'main.js')
const DEBIAN = '/usr/lib/postgresql'
const TRADERS = 4
const PASSWORD = randomBytes(12).toString('hex')

const run = promisify(execFile)

/** A server with its own pg_dump, which the one of the other tests lacks. */
const programs = existsSync(DEBIAN)
  ? readdirSync(DEBIAN)
      .map((version) => join(DEBIAN, version, 'bin'))
      .findLast((bin) =>
        ['postgres', 'initdb', 'pg_dump', 'pg_restore', 'psql'].every((program) => existsSync(join(bin, program))),
      )
  : undefined

/** The commands of a block of the runbook. */
function commandsOf(block: string): string {
  const page = readFileSync(join(REPOSITORY, 'docs', 'RUNBOOK.md'), 'utf8')
  const [, commands] = new RegExp(`\n\`\`\`sh ${block}\n([\\s\\S]*?)\n\`\`\``).exec(page) ?? []
  if (commands === undefined) throw new Error(`no block "${block}" in docs/RUNBOOK.md`)
  return commands
}

async function carryOut(block: string, variables: Readonly<Record<string, string>>): Promise<void> {
  const env = { PATH: `${programs}:${process.env['PATH'] ?? ''}`, ...variables }
  await run('sh', ['-ec', commandsOf(block)], { env })
}

interface Event {
  readonly account_id: string
  readonly sequence: number
  readonly id: string
}

type Pool = ReturnType<typeof createTestPool>

const eventsOf = async (pool: Pool): Promise<readonly Event[]> =>
  (
    await pool.query<Event>(
      'select account_id, sequence::int as sequence, id from events order by account_id, sequence',
    )
  ).rows

const sequencesOf = (events: readonly Event[], accountId: string): readonly number[] =>
  events.filter((event) => event.account_id === accountId).map(({ sequence }) => sequence)

const upTo = (count: number): readonly number[] => Array.from({ length: count }, (_, index) => index + 1)

const describeWithDebian = (name: string, define: () => void): void => {
  if (programs !== undefined) describe(name, define)
  else describe.skip(`${name} (skipped: Debian's postgresql is not installed)`, () => test('needs it', () => undefined))
}

describeWithDebian('a backup that is restored into an empty server', () => {
  let wallet: FakeWallet
  let receiver: WebhookReceiver
  let directory: string
  const engines: TestEngine[] = []
  const servers: Servers[] = []

  beforeAll(async () => {
    wallet = await startFakeWallet()
    receiver = await startWebhookReceiver()
    directory = mkdtempSync(join(tmpdir(), 'backup-test-'))
  })
  afterAll(async () => {
    await Promise.all(engines.map((engine) => engine.close()))
    await Promise.all(servers.map((server) => server.stop()))
    await receiver.close()
    await wallet.close()
    rmSync(directory, { recursive: true })
  })

  /** An empty server of Debian's. */
  async function startServer(name: string): Promise<string> {
    const nativeDir = dirname(programs ?? '')
    const binaries = { nativeDir, version: nativeDir.split('/').at(-1) ?? '' }
    const started = await startServers({
      ...{ prefix: `backup-test-${name}-`, isDurable: false },
      postgres: () => ({ binaries }),
    })
    servers.push(started)
    return started.postgres.url
  }

  async function startOn(databaseUrl: string): Promise<TestEngine> {
    const engine = await startEngine({ databaseUrl, sharedWallet: wallet, ...localWebhooks(receiver.caFile) })
    engines.push(engine)
    return engine
  }

  const numbersThatArrived = (accountId: string): readonly number[] => {
    const events = receiver.received.map(eventOf).filter((event) => event.account_id === accountId)
    return [...new Set(events.map(({ sequence }) => sequence))].sort((a, b) => a - b)
  }

  test('the books agree, events go on without a gap, webhooks arrive', async () => {
    const oldUrl = await ensureServiceDatabase(await startServer('old'), { name: 'trading', password: PASSWORD })
    await migrate({ connectionString: oldUrl, directory: MIGRATIONS })
    const old = await startOn(oldUrl)
    const traders: Trader[] = []
    for (let nth = 0; nth < TRADERS; nth += 1)
      traders.push(await old.trader('standard-100k', { webhookUrl: `${receiver.url}/hook` }))
    // One who is never there before the restore: all of its webhooks are still to be sent.
    const [unheard] = traders as [Trader]
    receiver.react((received, response) => {
      response.writeHead(eventOf(received).account_id === unheard.accountId ? 503 : 204).end()
    })

    let isOver = false
    let placed = 0
    const trading = traders.map(async (trader) => {
      while (!isOver) {
        await fillOnce(trader)
        placed += 1
      }
    })
    await pollUntil(
      () => Promise.resolve(placed),
      (orders) => orders >= 5 * TRADERS,
    )
    await carryOut('backup', { BACKUP: directory, ENGINE_DATABASE_URL: oldUrl })
    const placedByThen = placed
    await pollUntil(
      () => Promise.resolve(placed),
      (orders) => orders > placedByThen,
    )
    isOver = true
    await Promise.all(trading)
    const before = await eventsOf(old.pool)
    await engines.pop()?.close()

    const superuserUrl = await startServer('new')
    const newUrl = `postgres://trading:${PASSWORD}@${new URL(superuserUrl).host}/trading`
    await carryOut('restore', {
      BACKUP: directory,
      PASSWORD,
      SUPERUSER_URL: superuserUrl,
      ENGINE_DATABASE_URL: newUrl,
    })
    await migrate({ connectionString: newUrl, directory: MIGRATIONS })
    const pool = createTestPool(newUrl, { max: 1 })
    const restored = await eventsOf(pool)
    await pool.end()
    // It was busy: the dump is older than the end, and what is in it is what there was.
    expect(restored.length).toBeGreaterThan(5 * TRADERS)
    expect(restored.length).toBeLessThan(before.length)
    expect(before).toEqual(expect.arrayContaining([...restored]))

    receiver.react((_received, response) => void response.writeHead(204).end())
    const heardBefore = receiver.received.length
    const engine = await startOn(newUrl)
    const { stdout } = await run(process.execPath, [OPERATOR, 'ledger', 'check'], {
      env: { PATH: process.env['PATH'], OPERATOR_URL: engine.operatorUrl, OPERATOR_TOKEN },
    })
    expect(stdout).toMatch(/differences +0\n/)
    const { headers } = unheard.key
    const elsewhere = traders.map((trader) => ({ ...trader, api: engine.api.with(trader.key.headers) }))
    expect((await engine.api.with(headers).get(`/v1/account/${unheard.accountId}`)).status).toBe(200)
    for (const trader of elsewhere) for (let nth = 0; nth < 3; nth += 1) await fillOnce(trader)

    const after = await eventsOf(engine.pool)
    for (const { accountId } of traders) {
      const numbers = sequencesOf(after, accountId)
      expect(numbers).toEqual(upTo(numbers.length))
      expect(numbers.length).toBe(sequencesOf(restored, accountId).length + 6)
      // Those that had not been taken by the time of the dump, and all since.
      const arrived = await pollUntil(
        () => Promise.resolve(numbersThatArrived(accountId)),
        (list) => numbers.every((number) => list.includes(number)),
      )
      expect(arrived.slice(0, numbers.length)).toEqual(numbers)
    }
    // The numbers of what is lost are given again, so that events are known by their ids to have come since.
    const kept = new Set(restored.map(({ id }) => id))
    const toCome = after.filter(({ id, account_id }) => account_id === unheard.accountId || !kept.has(id))
    const heardAgain = await pollUntil(
      () => Promise.resolve(receiver.received.slice(heardBefore).map(eventOf)),
      (events) => {
        const ids = new Set(events.map(({ id }) => id))
        return toCome.every(({ id }) => ids.has(id))
      },
    )
    expect(receiver.received.length).toBeGreaterThan(heardBefore + 6 * TRADERS)
    const ofUnheard = heardAgain
      .filter((event) => event.account_id === unheard.accountId)
      .map(({ sequence }) => sequence)
    expect([...new Set(ofUnheard)].sort((a, b) => a - b)).toEqual(upTo(sequencesOf(after, unheard.accountId).length))
  })
})
