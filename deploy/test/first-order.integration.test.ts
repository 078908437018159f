import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { REPOSITORY } from './support/repository.js'
import { runOrThrow } from './support/run.js'
import { startServices } from './support/running-services.js'

const SECRET = 'gateway-secret-0123456789-0123456789'

test('the commands of docs/DEPLOYING.md make a first key and place a first order, where only signed users are taken', async () => {
  const page = await readFile(join(REPOSITORY, 'docs', 'DEPLOYING.md'), 'utf8')
  const [, block = ''] = /```sh first-order\n([^`]*)```/.exec(page) ?? []
  const [services, cwd] = await Promise.all([
    startServices({ environment: { USER_ID_TRUST: 'gateway-hmac', GATEWAY_HMAC_SECRETS: SECRET } }),
    mkdtemp(join(tmpdir(), 'first-order-')),
  ])
  try {
    await writeFile(join(cwd, '.env'), `GATEWAY_HMAC_SECRET=${SECRET}\n`)
    const script = block
      .replace('http://127.0.0.1:4001', services.walletUrl)
      .replace('http://127.0.0.1:4000', services.engineUrl)
    const [order = '', made = ''] = (await runOrThrow('sh', ['-euc', script], { cwd })).trim().split('\n')
    expect(JSON.parse(order)).toMatchObject({ order: { client_id: 'first', status: 'FILLED' }, violations: [] })
    expect(made).toMatch(/^key \S{20,}, secret \S{20,}, account [\da-f-]{36}$/)
  } finally {
    await services.stop()
    await rm(cwd, { recursive: true })
  }
})
