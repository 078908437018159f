/** The receiver of the documentation, over TLS, with the real engine at the other end. */
import { spawn, type ChildProcess } from 'node:child_process'
import { join } from 'node:path'
import { FILLED, startHookedEngine, type HookedEngine } from '../support/engine/hooked-engine.js'
import { pollUntil } from '../support/poll-until.js'

const EXAMPLE = join(__dirname, '../..', '..', '..', 'docs', 'examples', 'webhook-receiver.mjs')

let hooked: HookedEngine
let receiver: ChildProcess | undefined
let output = ''

beforeAll(async () => {
  hooked = await startHookedEngine()
})
afterAll(async () => {
  receiver?.kill('SIGKILL')
  await hooked.close()
})

/** Its port, once it listens. */
async function startReceiver(secret: string): Promise<number> {
  const { caFile, keyFile } = hooked.receiver
  const env = { PATH: process.env['PATH'], SECRET: secret, PORT: '0', TLS_KEY: keyFile, TLS_CERT: caFile }
  receiver = spawn(process.execPath, [EXAMPLE], { env })
  for (const stream of [receiver.stdout, receiver.stderr])
    stream?.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const listening = await pollUntil(
    () => Promise.resolve(/listening on port (\d+)/.exec(output)),
    (found) => found !== null,
  )
  return Number(listening?.[1])
}

test('each event is handled once, however often it is delivered', async () => {
  const trader = await hooked.trader()
  const port = await startReceiver(trader.key.webhookSecrets[0] ?? '')
  hooked.engine.wallet.changeWebhook(trader.key, { url: `https://localhost:${port}/` })
  await trader.place(FILLED)
  const statuses = async () => {
    const { body } =
      await trader.api.get<{ status: string; attempts: { status: number }[] }[]>('/v1/webhook-deliveries')
    return body.flatMap(({ status, attempts }) => [status, ...attempts.map((attempt) => attempt.status)])
  }
  const once = ['DELIVERED', 200]
  await pollUntil(statuses, (all) => String(all) === String([...once, ...once]))
  const span = { from: '2020-01-01', to: '2100-01-01' }
  await trader.api.post('/v1/webhook-deliveries/redeliver', { body: span })
  const twice = [...once, 200]
  await pollUntil(statuses, (all) => String(all) === String([...twice, ...twice]))
  const handled = output.split('\n').filter((line) => line.includes(trader.accountId))
  expect(handled.sort()).toEqual([`order.ack ${trader.accountId} 1`, `order.fill ${trader.accountId} 2`])
})
