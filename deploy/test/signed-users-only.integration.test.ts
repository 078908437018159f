/** Both services as docker-compose.yml and k8s/ run them: only signed users are taken, and hosts are listed. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sendRequest } from '@ats/test-kit'
import { REPOSITORY } from './support/repository.js'
import { runOrThrow } from './support/run.js'
import { startServices, type RunningServices } from './support/running-services.js'

const SECRET = 'gateway-secret-0123456789-0123456789'

let services: RunningServices
beforeAll(async () => {
  const signed = { USER_ID_TRUST: 'gateway-hmac', GATEWAY_HMAC_SECRETS: SECRET }
  services = await startServices({ environment: { ...signed, ALLOWED_HOSTS: 'engine-gateway,*.trading.svc' } })
})
afterAll(() => services.stop())

test('the commands of docs/DEPLOYING.md make a first key and place a first order', async () => {
  const page = await readFile(join(REPOSITORY, 'docs', 'DEPLOYING.md'), 'utf8')
  const [, block = ''] = /```sh first-order\n([^`]*)```/.exec(page) ?? []
  const cwd = await mkdtemp(join(tmpdir(), 'first-order-'))
  try {
    await writeFile(join(cwd, '.env'), `GATEWAY_HMAC_SECRET=${SECRET}\n`)
    const script = block
      .replace('http://127.0.0.1:4001', services.walletUrl)
      .replace('http://127.0.0.1:4000', services.engineUrl)
    const [order = '', made = ''] = (await runOrThrow('sh', ['-euc', script], { cwd })).trim().split('\n')
    expect(JSON.parse(order)).toMatchObject({ order: { client_id: 'first', status: 'FILLED' }, violations: [] })
    expect(made).toMatch(/^key \S{20,}, secret \S{20,}, account [\da-f-]{36}$/)
  } finally {
    await rm(cwd, { recursive: true })
  }
})

test('each listener of both processes answers for its listed hosts and for no other', async () => {
  expect(services.listeners).toHaveLength(5)
  for (const url of services.listeners)
    for (const [host, status] of [
      [new URL(url).host, 200],
      ['engine-gateway:4020', 200],
      ['wallet-internal.trading.svc', 200],
      ['wallet-internal.trading', 421],
      ['evil.example', 421],
      [`127.0.0.1.evil.example:${new URL(url).port}`, 421],
    ] as const) {
      const request = { method: 'GET', path: '/readyz', headers: { host }, body: undefined }
      expect([url, host, (await sendRequest(url, request)).status]).toEqual([url, host, status])
    }
})
