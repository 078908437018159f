import { execFileSync, spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  awaitRunning,
  demoOf,
  makeInstallation,
  namesLeftRunning,
  startedProcesses,
  startRealLauncher,
  type Installation,
  type RunningLauncher,
} from './launcher-harness.js'

const isCurlHere = spawnSync('curl', ['--version']).error === undefined
const withCurl = isCurlHere ? describe : describe.skip
const testWithCurl = isCurlHere ? test : test.skip

interface Order {
  readonly id: string
  readonly status: string
}

let installation: Installation
let launcher: RunningLauncher

beforeAll(async () => {
  installation = await makeInstallation()
  await start()
})
afterAll(async () => {
  try {
    await stop()
  } finally {
    installation.remove()
  }
})

async function start(): Promise<RunningLauncher> {
  launcher = await awaitRunning(startRealLauncher(installation))
  return launcher
}

async function stop(): Promise<void> {
  launcher.signalGroup('SIGINT')
  await launcher.ended
}

function curlLines(): readonly string[] {
  return launcher
    .output()
    .split('\n')
    .filter((line) => line.startsWith('curl '))
}

function paste<Answer>(line: string | undefined): Answer {
  return JSON.parse(execFileSync('sh', ['-c', line ?? 'false'], { encoding: 'utf8' })) as Answer
}

function readKept(file: string): Record<string, string> {
  return JSON.parse(readFileSync(join(installation.dataDir, file), 'utf8')) as Record<string, string>
}

async function readTrades(): Promise<unknown> {
  const { key = '', secret = '', accountId = '' } = readKept('demo.json')
  const url = `${installation.engineUrl}/v1/account/${accountId}/trades`
  return (await fetch(url, { headers: { 'X-API-Key': key, 'X-API-Secret': secret } })).json()
}

withCurl('with curl (skipped where it is not installed)', () => {
  test('the printed lines show a price, place, list, cancel, and close', async () => {
    const lines = curlLines()
    expect(lines).toHaveLength(8)
    expect(paste(lines[0])).toMatchObject({ symbol: 'BTC-USD', last_price: expect.any(Number) as number })
    expect(paste(lines[1])).toMatchObject({ order: { kind: 'MARKET', status: 'FILLED' }, violations: [] })
    const resting = paste<{ order: Order }>(lines[2]).order
    expect(resting).toMatchObject({ kind: 'LIMIT', status: 'OPEN' })
    expect(paste(lines[3])).toMatchObject([{ id: resting.id }])
    expect(paste(lines[4])).toMatchObject({ cancelled: [{ id: resting.id, status: 'CANCELLED' }], failed: [] })
    expect(paste(lines[3])).toEqual([])
    expect(paste(lines[5])).toMatchObject([{ symbol: 'BTC-USD', quantity: 0.01 }])
    expect(paste(lines[6])).toMatchObject({ order: { status: 'FILLED' } })
    expect(paste(lines[5])).toEqual([])
    expect(paste(lines[7])).toMatchObject({ used_margin: 0 })
    expect(await readTrades()).toHaveLength(2)
  })
})

test('keys, account and trades are the same after a kill -9 of the whole group', async () => {
  const demo = demoOf(launcher)
  const trades = await readTrades()
  const started = startedProcesses(installation)
  launcher.signalGroup('SIGKILL')
  await launcher.ended
  expect(demoOf(await start())).toEqual(demo)
  expect(await readTrades()).toEqual(trades)
  expect(await namesLeftRunning(started)).toEqual([])
})

test('the first address is that of the dashboard, where the demo user is logged in', async () => {
  const [address = ''] = /http:\/\/\S+/.exec(launcher.output()) ?? []
  expect(address).toBe(installation.dashboardUrl)
  const page = { 'sec-fetch-site': 'same-origin' }
  const session = await fetch(`${address}/session`, { headers: page })
  expect(await session.json()).toMatchObject({ user: 'demo', roles: ['trader', 'operator'] })
  const [cookie = ''] = session.headers.getSetCookie()
  const read = async (path: string): Promise<unknown> =>
    (await fetch(address + path, { headers: { ...page, cookie: cookie.split(';')[0] ?? '' } })).json()
  const { accountId } = readKept('demo.json')
  const challenge = { plan_id: 'sprint-10k', phase: 'evaluation', state: 'ACTIVE' }
  expect(await read('/api/engine/v1/accounts')).toMatchObject([challenge, { id: accountId }])
  expect(await read('/api/wallet/api/api-keys')).toMatchObject([{ label: 'npm start' }])
  expect(await read('/api/operator/v1/accounts')).toMatchObject([
    { plan_id: 'sprint-10k' },
    { id: accountId, user_id: 'demo' },
  ])
})

test('the script of the docs sells a program, passes its challenge, is promoted, paid, and shows a certificate', () => {
  const script = join(__dirname, '..', '..', '..', 'docs', 'examples', 'challenge.mjs')
  const env = { PATH: process.env['PATH'] ?? '', DATA_DIR: installation.dataDir }
  const said = execFileSync(process.execPath, [script], { encoding: 'utf8', env })
  const [, amount, paid] = /PAID: ([\d.]+) USD for the trader, ([\d.]+) USD out of the account/.exec(said) ?? []
  expect(Number(paid)).toBeGreaterThan(50)
  // Rounded down to a cent.
  expect(Math.abs(Number(paid) * 0.8 - Number(amount))).toBeLessThan(0.01)
  expect(said).toMatch(/Certificate \S+: the signature is genuine/)
})

testWithCurl('the lines of docs/CHALLENGES.md sell a challenge, pass it, pay it out and show it', () => {
  const root = join(__dirname, '..', '..', '..')
  const page = readFileSync(join(root, 'docs', 'CHALLENGES.md'), 'utf8')
  const [tour = ''] = page.split('## Begin with the rules of a firm')
  // Every second part is a block; those in a language are answers.
  const blocks = tour.split(/^```/m).filter((part, place) => place % 2 === 1 && part.startsWith('\n'))
  const lines = blocks.filter((block) => !block.startsWith('\nnode docs/')).join('')
  const script = lines.replace('http://127.0.0.1:4000', installation.engineUrl)
  const { key = '', secret = '' } = readKept('demo.json')
  const env = { PATH: process.env['PATH'] ?? '', DATA_DIR: installation.dataDir, KEY: key, SECRET: secret }
  const said = execFileSync('sh', ['-ec', script], { encoding: 'utf8', env, cwd: root })
  expect(said).toMatch(/"status":"IN_PROGRESS"/)
  expect(said).toMatch(/status +PAID/)
  expect(said).toMatch(/^section,/m)
  expect(said).toContain('>Ann</text>')
})

test('no log holds a secret', () => {
  const { key = '', secret = '' } = readKept('demo.json')
  const logsDir = join(installation.dataDir, 'logs')
  const logs = readdirSync(logsDir).map((name) => readFileSync(join(logsDir, name), 'utf8'))
  expect(logs.join('')).toContain('"service":"trading-engine"')
  for (const text of [key, secret, ...Object.values(readKept('secrets.json'))])
    expect(logs.join('').includes(text)).toBe(false)
})
