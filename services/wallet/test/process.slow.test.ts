import { spawn, type ChildProcess } from 'node:child_process'
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { createTestDatabase, type TestDatabase } from '@ats/test-kit'

const DIST = join(__dirname, '..', 'dist')
const TOKEN = 'engine-token-0123456789-0123456789'

let database: TestDatabase
const children = new Set<ChildProcess>()

beforeAll(async () => {
  database = await createTestDatabase('wallet')
})

afterAll(async () => {
  for (const child of children) child.kill('SIGKILL')
  await database.drop()
})

interface Run {
  readonly child: ChildProcess
  readonly output: () => { readonly stdout: string; readonly stderr: string }
  readonly exit: Promise<number | null>
}

function run(script: string, env: NodeJS.ProcessEnv): Run {
  const child = spawn(process.execPath, [join(DIST, script)], { env: { PATH: process.env['PATH'], ...env } })
  children.add(child)
  let [stdout, stderr] = ['', '']
  child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()))
  const exit = new Promise<number | null>((resolve) => {
    child.on('close', (code) => {
      children.delete(child)
      resolve(code)
    })
  })
  return { child, output: () => ({ stdout, stderr }), exit }
}

const WEBHOOK_SECRET_KEYS = `main:${Buffer.alloc(32, 1).toString('base64')}`

const environment = () => ({
  DATABASE_URL: database.url,
  SERVICE_TOKENS: TOKEN,
  WEBHOOK_SECRET_KEYS,
  PORT: '0',
  INTERNAL_PORT: '0',
})

/** The line in which the wallet says where it listens. */
async function listening({ output, exit }: Run): Promise<{ port: number; internal_port: number }> {
  let exited = false
  void exit.then(() => (exited = true))
  for (;;) {
    const line = output()
      .stdout.split('\n')
      .find((text) => text.includes('wallet is listening'))
    if (line !== undefined) return JSON.parse(line) as { port: number; internal_port: number }
    if (exited) throw new Error(`the wallet did not start: ${output().stderr}`)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

it.each(['SIGTERM', 'SIGINT'] as const)('starts, serves, and stops on %s with exit code 0', async (signal) => {
  const wallet = run('main.js', environment())
  const { port, internal_port: internalPort } = await listening(wallet)
  for (const open of [port, internalPort]) {
    expect((await fetch(`http://127.0.0.1:${open}/readyz`)).status).toBe(200)
  }

  wallet.child.kill(signal)

  expect(await wallet.exit).toBe(0)
  expect(wallet.output().stderr).toBe('')
  await expect(fetch(`http://127.0.0.1:${port}/healthz`)).rejects.toThrow()
})

it('drains: alive and serving but not ready, each answer the last of its connection, then exit code 0', async () => {
  // The most there is, for all that is asked while it drains.
  const wallet = run('main.js', { ...environment(), DRAIN_MS: '10000' })
  const { port, internal_port: internalPort } = await listening(wallet)
  wallet.child.kill('SIGTERM')
  for (const open of [port, internalPort]) {
    const address = `http://127.0.0.1:${open}`
    while ((await fetch(`${address}/readyz`)).status === 200);
    const { status, headers } = await fetch(`${address}/healthz`)
    expect([status, headers.get('connection')]).toEqual([200, 'close'])
  }
  expect(await wallet.exit).toBe(0)
})

it('lists every problem of its environment and exits with 1', async () => {
  const wallet = run('main.js', { NODE_ENV: 'production', USER_ID_TRUST: 'plain', PORT: 'x' })
  expect(await wallet.exit).toBe(1)
  const { stdout, stderr } = wallet.output()
  expect(stdout).toBe('')
  for (const name of ['DATABASE_URL', 'SERVICE_TOKENS', 'WEBHOOK_SECRET_KEYS', 'PORT', 'USER_ID_TRUST'])
    expect(stderr).toContain(`- ${name}`)
  expect(stderr).not.toContain('    at ')
})

it('says at each start that plain trust was allowed in production', async () => {
  const override = { USER_ID_TRUST: 'plain', ALLOW_PLAIN_USER_ID_IN_PRODUCTION: 'true' }
  const wallet = run('main.js', { ...environment(), NODE_ENV: 'production', ...override })
  await listening(wallet)
  expect(wallet.output().stdout).toMatch(/"level":40.*without a signature/)
  wallet.child.kill('SIGTERM')
  expect(await wallet.exit).toBe(0)
})

it.each([
  ['the key that everybody knows', '', true],
  ['a key of its own', WEBHOOK_SECRET_KEYS, false],
])(
  'with %s to encrypt webhook secrets it starts outside production, and warns of it only then',
  async (_case, keys, warns) => {
    const wallet = run('main.js', { ...environment(), WEBHOOK_SECRET_KEYS: keys })
    await listening(wallet)
    expect(/"level":40.*set WEBHOOK_SECRET_KEYS/.test(wallet.output().stdout)).toBe(warns)
    wallet.child.kill('SIGTERM')
    expect(await wallet.exit).toBe(0)
  },
)

it('says in one line that a port is taken, and exits with 1', async () => {
  const occupant = createServer()
  await new Promise<void>((resolve) => occupant.listen(0, '127.0.0.1', resolve))
  const { port } = occupant.address() as AddressInfo
  for (const taken of [{ PORT: String(port) }, { INTERNAL_PORT: String(port) }]) {
    const wallet = run('main.js', { ...environment(), ...taken })
    expect(await wallet.exit).toBe(1)
    expect(wallet.output().stderr.trim().split('\n')).toEqual([expect.stringContaining(`EADDRINUSE`)])
  }
  occupant.close()
})

it('starts without its database, and is not ready', async () => {
  const wallet = run('main.js', {
    ...environment(),
    DATABASE_URL: 'postgres://wallet:secret-password@127.0.0.1:1/wallet',
  })
  const { port } = await listening(wallet)
  expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(200)
  expect((await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(503)
  wallet.child.kill('SIGTERM')
  expect(await wallet.exit).toBe(0)
  expect(JSON.stringify(wallet.output())).not.toContain('secret-password')
})

it('migrates with exit code 0 as often as it is asked, and with 1 and one line when it cannot', async () => {
  for (let time = 0; time < 2; time++) expect(await run('migrate.js', { DATABASE_URL: database.url }).exit).toBe(0)
  const failed = run('migrate.js', { DATABASE_URL: 'postgres://wallet:pw@127.0.0.1:1/wallet' })
  expect(await failed.exit).toBe(1)
  expect(failed.output().stderr.trim().split('\n')).toEqual([
    expect.stringMatching(/^wallet cannot migrate: .*ECONNREFUSED/),
  ])
})
