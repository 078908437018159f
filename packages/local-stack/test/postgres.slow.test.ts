import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import {
  ensureServiceDatabase,
  startGuardian,
  startPostgres,
  type Guardian,
  type RunningPostgres,
} from '@ats/local-stack'
import { locateBinaries, type PostgresBinaries } from '../src/postgres/binaries.js'

const isRoot = process.getuid?.() === 0
let directory: string
let guardian: Guardian
const programs: ChildProcess[] = []

beforeAll(() => {
  directory = realpathSync(mkdtempSync(join(tmpdir(), 'postgres-test-')))
  chmodSync(directory, 0o711)
})
beforeEach(async () => {
  guardian = await startGuardian()
})
afterEach(async () => {
  await guardian.stop()
  for (const program of programs.splice(0)) program.kill('SIGKILL')
})
afterAll(() => rmSync(directory, { recursive: true, force: true }))

interface Options {
  readonly by?: Guardian
  readonly homeDir?: string
  readonly isDurable?: boolean
  readonly binaries?: PostgresBinaries
  readonly settings?: Readonly<Record<string, string>>
}

function start({
  by = guardian,
  homeDir = join(directory, 'postgres'),
  isDurable = false,
  ...rest
}: Options = {}): Promise<RunningPostgres> {
  return startPostgres({
    guardian: by,
    homeDir,
    logFile: join(directory, 'log'),
    superuserPassword: 'superuser',
    isDurable,
    report: () => undefined,
    ...rest,
  })
}

async function query(url: string, text: string): Promise<unknown> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(text)).rows[0]
  } finally {
    await client.end()
  }
}

// The tests share one cluster: making it is what takes the time.

test('durable as it is for npm start, on loopback only, and readable by its own user only', async () => {
  const { url, port } = await start({ isDurable: true })
  const settings = `select current_setting('fsync') as fsync, current_setting('synchronous_commit') as synchronous_commit,
    current_setting('full_page_writes') as full_page_writes, current_setting('listen_addresses') as listen_addresses,
    current_setting('unix_socket_directories') as unix_socket_directories, current_setting('port')::int as port`
  expect(await query(url, settings)).toEqual({
    fsync: 'on',
    synchronous_commit: 'on',
    full_page_writes: 'on',
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    port,
  })
  expect(statSync(join(directory, 'postgres')).mode & 0o777).toBe(0o700)
})

test('settings of the caller are taken', async () => {
  const { url } = await start({ settings: { max_wal_size: '2GB' } })
  expect(await query(url, 'show max_wal_size')).toEqual({ max_wal_size: '2GB' })
})

test('a role owns its own database and cannot enter another', async () => {
  const { url } = await start()
  const wallet = await ensureServiceDatabase(url, { name: 'wallet', password: 'one' })
  const trading = await ensureServiceDatabase(url, { name: 'trading', password: 'two' })
  await ensureServiceDatabase(url, { name: 'trading', password: 'two' })
  await query(trading, 'create table mine ()')
  for (const other of ['wallet', 'postgres', 'template1']) {
    await expect(query(trading.replace(/\w+$/, other), 'select 1')).rejects.toMatchObject({ code: '42501' })
  }
  await expect(query(wallet.replace(':one@', ':two@'), 'select 1')).rejects.toMatchObject({ code: '28P01' })
})

test('a server that still runs on the data directory is stopped first', async () => {
  const earlier = await startGuardian()
  try {
    const left = await start({ by: earlier })
    const next = await start()
    expect(await left.child.exited).toMatchObject({ code: 0 })
    expect(await query(next.url, 'select 1 as one')).toEqual({ one: 1 })
  } finally {
    await earlier.stop()
  }
})

test('a postmaster.pid whose pid belongs to another program by now does not stand in the way', async () => {
  const { child } = await start()
  const dataDir = join(directory, 'postgres', 'data')
  const file = join(dataDir, 'postmaster.pid')
  const lines = readFileSync(file, 'utf8').split('\n')
  process.kill(child.process.pid, 'SIGKILL')
  await child.exited
  const { uid, gid } = statSync(dataDir)
  const other = spawn('sleep', ['600'], { stdio: 'ignore', ...(isRoot ? { uid, gid } : {}) })
  programs.push(other)
  await once(other, 'spawn')
  writeFileSync(file, [String(other.pid), ...lines.slice(1)].join('\n'))
  await start()
  expect(other.exitCode).toBeNull()
})

describe('one line, and nothing is changed, for', () => {
  const dataFile = (name: string) => join(directory, 'postgres', 'data', name)

  test.each([
    [
      'a data directory that lost its files',
      'PG_VERSION',
      undefined,
      /is broken or not a PostgreSQL data directory: [^\n]*$/,
    ],
    [
      'the data of another version',
      'PG_VERSION',
      '15\n',
      /belongs to PostgreSQL 15; this version of the service brings PostgreSQL 18$/,
    ],
    [
      'a damaged data directory',
      'global/pg_control',
      'x',
      /^PostgreSQL could not start: [^\n]+ \(data: [^\n]+, log: [^\n]+\)$/,
    ],
  ])('%s', async (_case, name, content, message) => {
    renameSync(dataFile(name), dataFile(`${name}.kept`))
    try {
      if (content !== undefined) writeFileSync(dataFile(name), content, { mode: 0o644 })
      await expect(start()).rejects.toMatchObject({
        name: 'StartError',
        message: expect.stringMatching(message) as string,
      })
    } finally {
      renameSync(dataFile(`${name}.kept`), dataFile(name))
    }
  })

  test('a link to a directory that is gone', async () => {
    const homeDir = join(directory, 'link')
    symlinkSync(join(directory, 'gone'), homeDir)
    await expect(start({ homeDir })).rejects.toThrow(/links to a directory that is gone/)
  })
})

const asRoot = isRoot ? describe : describe.skip
asRoot('as root, under a directory nobody else can enter (skipped for a plain user, who needs no other uid)', () => {
  test('programs and data are put where Postgres can reach them, and found there again', async () => {
    const closed = join(directory, 'closed')
    mkdirSync(closed, { mode: 0o700 })
    const installed = locateBinaries()
    cpSync(installed.nativeDir, join(closed, 'native'), { recursive: true, verbatimSymlinks: true })
    const options = { homeDir: join(closed, 'postgres'), binaries: { ...installed, nativeDir: join(closed, 'native') } }
    try {
      const first = await start(options)
      await ensureServiceDatabase(first.url, { name: 'wallet', password: 'one' })
      await guardian.stop()
      guardian = await startGuardian()
      const { url } = await start(options)
      expect(await query(url, `select count(*)::int as databases from pg_database where datname = 'wallet'`)).toEqual({
        databases: 1,
      })
      expect(realpathSync(options.homeDir)).toMatch(/^\/var\//)
    } finally {
      await guardian.stop()
      if (existsSync(options.homeDir)) rmSync(realpathSync(options.homeDir), { recursive: true })
    }
  })
})
