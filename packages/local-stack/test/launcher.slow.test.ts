import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { once } from 'node:events'
import { join } from 'node:path'
import {
  awaitRunning,
  demoOf,
  makeInstallation,
  namesLeftRunning,
  startedProcesses,
  startLauncher,
  type Installation,
  type RunningLauncher,
} from './launcher-harness.js'

let installation: Installation
let demo: readonly string[]
const launchers: RunningLauncher[] = []

beforeAll(async () => {
  installation = await makeInstallation()
})
afterEach(async () => {
  for (const launcher of launchers.splice(0)) await stop(launcher)
})
afterAll(() => installation.remove())

function start(environment?: Readonly<Record<string, string>>): RunningLauncher {
  const launcher = startLauncher(installation, environment)
  launchers.push(launcher)
  return launcher
}

async function startRunning(): Promise<RunningLauncher> {
  return awaitRunning(start())
}

async function stop(launcher: RunningLauncher): Promise<void> {
  try {
    process.kill(launcher.pid, 'SIGTERM')
  } catch {
    // has ended already, as most tests want
  }
  await launcher.ended
}

// The tests share one installation, in the order of a life: first start, Ctrl-C, restart, crashes.

test('the first start: everything runs, the demo user is printed, and all that is secret has mode 600', async () => {
  const launcher = await startRunning()
  demo = demoOf(launcher)
  expect(demo).toHaveLength(1)
  expect(launcher.output()).toMatch(/Ready in \d+\.\d s/)
  for (const file of ['secrets.json', 'demo.json', 'operator.json', 'lock.json'])
    expect(statSync(join(installation.dataDir, file)).mode & 0o777).toBe(0o600)
  const secrets = Object.values(
    JSON.parse(readFileSync(join(installation.dataDir, 'secrets.json'), 'utf8')) as Record<string, string>,
  )
  for (const secret of secrets) expect(launcher.output()).not.toContain(secret)
  expect(startedProcesses(installation).map(({ name }) => name)).toEqual(
    expect.arrayContaining(['guardian', 'PostgreSQL', 'wallet', 'trading-engine']),
  )

  const second = start()
  const { code, output } = await second.ended
  const { ENGINE_PORT: enginePort, WALLET_PORT: walletPort } = installation.environment
  expect(output.trim().split('\n')).toEqual([
    `already running on this data directory: pid ${launcher.pid}, engine on port ${enginePort}, wallet on port ${walletPort} (another DATA_DIR gives a second installation)`,
  ])
  expect(code).toBe(1)
})

test('Ctrl-C in a terminal: engine, then wallet, then the databases; nothing is left, and a restart shows the same demo user', async () => {
  const launcher = await startRunning()
  expect(demoOf(launcher)).toEqual(demo)
  const started = startedProcesses(installation)
  rmSync(installation.eventsFile, { force: true })
  launcher.signalGroup('SIGINT')
  expect(await launcher.ended).toMatchObject({
    code: 0,
    output: expect.stringMatching(/Stopping\nStopped\n$/) as string,
  })
  expect(readFileSync(installation.eventsFile, 'utf8').trim().split('\n')).toEqual([
    'trading-engine stopped with its database up',
    'wallet stopped with its database up',
  ])
  expect(await namesLeftRunning(started)).toEqual([])
  expect(existsSync(join(installation.dataDir, 'lock.json'))).toBe(false)
})

test('kill -9 of the whole group: nothing is left running, and an immediate restart has the same data', async () => {
  const launcher = await startRunning()
  const started = startedProcesses(installation)
  launcher.signalGroup('SIGKILL')
  await launcher.ended
  const next = await startRunning()
  expect(await namesLeftRunning(started)).toEqual([])
  expect(demoOf(next)).toEqual(demo)
})

test('kill -9 of everything, Postgres included: a restart recovers the same data', async () => {
  const launcher = await startRunning()
  const started = startedProcesses(installation)
  launcher.signalGroup('SIGKILL')
  for (const { process: target } of started) process.kill(target.pid, 'SIGKILL')
  expect(await namesLeftRunning(started)).toEqual([])
  expect(demoOf(await startRunning())).toEqual(demo)
})

test('two concurrent starts after a crash: one runs, the other is told so', async () => {
  const crashed = await startRunning()
  const started = startedProcesses(installation)
  crashed.signalGroup('SIGKILL')
  for (const { process: target } of started) process.kill(target.pid, 'SIGKILL')
  await namesLeftRunning(started)
  const both = [start(), start()]
  const loser = await Promise.race(both.map(async (launcher) => ({ launcher, ...(await launcher.ended) })))
  expect(loser).toMatchObject({
    code: 1,
    output: expect.stringContaining('already running on this data directory') as string,
  })
  const winner = await awaitRunning(both.find((launcher) => launcher !== loser.launcher)!)
  expect(demoOf(winner)).toEqual(demo)
})

test('kill -9 of launcher and guardian: the next start stops what they left and has the same data', async () => {
  const launcher = await startRunning()
  const started = startedProcesses(installation)
  const guardian = started.find(({ name }) => name === 'guardian')!
  process.kill(guardian.process.pid, 'SIGKILL')
  launcher.signalGroup('SIGKILL')
  await launcher.ended
  const next = await startRunning()
  expect(await namesLeftRunning(started)).toEqual([])
  expect(demoOf(next)).toEqual(demo)
})

test('a guardian that is killed alone takes everything down with one line', async () => {
  const launcher = await startRunning()
  const started = startedProcesses(installation)
  process.kill(started.find(({ name }) => name === 'guardian')!.process.pid, 'SIGKILL')
  expect(await launcher.ended).toMatchObject({
    code: 1,
    output: expect.stringContaining('the guardian process has ended') as string,
  })
  expect(await namesLeftRunning(started)).toEqual([])
})

test('a service that dies: the launcher says which and where its log is, stops the rest and exits 1', async () => {
  const launcher = await startRunning()
  const started = startedProcesses(installation)
  process.kill(started.find(({ name }) => name === 'wallet')!.process.pid, 'SIGKILL')
  expect(await launcher.ended).toMatchObject({
    code: 1,
    output: expect.stringContaining('wallet has ended (SIGKILL); its log is in ') as string,
  })
  expect(await namesLeftRunning(started)).toEqual([])
})

test('a service that cannot start: one line with its own words, exit 1', async () => {
  const launcher = start({ FAIL_AT_START: 'trading-engine' })
  const { code, output } = await launcher.ended
  expect(output).toContain('trading-engine ended while starting: trading-engine refuses to start (log: ')
  expect(code).toBe(1)
  expect(startedProcesses(installation)).toEqual([])
})

test('a service that ends before the demo user is made: the launcher says which, not that a call failed', async () => {
  const { code, output } = await start({ FAIL_WHEN_READY: 'wallet' }).ended
  expect(output).toContain('wallet has ended (exit code 3); its log is in ')
  expect(output).not.toContain('fetch failed')
  expect(code).toBe(1)
  expect(startedProcesses(installation)).toEqual([])
})

test('a port in use: one line that says which and how to move, exit 1', async () => {
  const other = createServer().listen(Number(installation.environment['WALLET_PORT']), '127.0.0.1')
  await once(other, 'listening')
  const { code, output } = await start().ended
  other.close()
  const port = Number(installation.environment['WALLET_PORT'])
  expect(output.trim().split('\n')).toEqual([
    expect.stringMatching(
      new RegExp(`^port ${port} \\(wallet\\) is in use by another program: .*WALLET_PORT=\\d+ npm start$`),
    ) as string,
  ])
  expect(code).toBe(1)
})

test('given databases are used instead of the embedded one', async () => {
  const nowhere = 'postgres://nobody:nothing@127.0.0.1:1/nothing'
  const { code, output } = await start({ WALLET_DATABASE_URL: nowhere, ENGINE_DATABASE_URL: nowhere }).ended
  expect(output).toMatch(/the database of \S+ could not be brought up to date: connect ECONNREFUSED 127\.0\.0\.1:1/)
  expect(output).not.toContain('PostgreSQL')
  expect(code).toBe(1)
})

test('lost passwords: one line, exit 1, and the database is not touched', async () => {
  rmSync(join(installation.dataDir, 'secrets.json'))
  const { code, output } = await start().ended
  expect(output).toMatch(
    /^\S+secrets\.json is missing, and with it the passwords of the database in \S+postgres: restore it, or remove both to start afresh\n$/,
  )
  expect(code).toBe(1)
  expect(existsSync(join(installation.dataDir, 'postgres', 'data', 'PG_VERSION'))).toBe(true)
})

test('DATA_DIR is a file: one line, exit 1', async () => {
  const file = join(installation.dataDir, 'a-file')
  writeFileSync(file, '')
  const { code, output } = await start({ DATA_DIR: file }).ended
  expect(output.trim().split('\n')).toEqual([`a file is in the way at ${file}`])
  expect(code).toBe(1)
})
