import { spawn, type ChildProcess } from 'node:child_process'
import { createHmac, randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { generateWebhookSecret } from '@ats/contracts'
import { Webhook } from 'standardwebhooks'

const DOCS = join(__dirname, '../..', '..', '..', 'docs')
const SECRET = generateWebhookSecret()
const OTHER_SECRET = generateWebhookSecret()

let receiver: ChildProcess
let url: string
let output = ''

beforeAll(async () => {
  const env = { PATH: process.env['PATH'], SECRET, PORT: '0' }
  receiver = spawn(process.execPath, [join(DOCS, 'examples', 'webhook-receiver.mjs')], { env })
  receiver.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString()))
  receiver.stderr?.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const [, port] = await printed(/listening on port (\d+)/)
  url = `http://127.0.0.1:${port}/`
})

afterAll(() => receiver.kill('SIGKILL'))

async function printed(pattern: RegExp): Promise<RegExpExecArray> {
  const deadline = performance.now() + 60_000
  for (;;) {
    const found = pattern.exec(output)
    if (found !== null) return found
    if (performance.now() > deadline) throw new Error(`the receiver did not print ${pattern}: ${output}`)
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}

const nowSeconds = () => Math.floor(Date.now() / 1000)

/** As the documentation says it is done, without any library. */
function signByHand(secret: string, id: string, timestamp: number | string, body: string): string {
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
  return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`
}

interface Delivery {
  readonly id: string
  readonly body: string
  readonly headers: Readonly<Record<string, string>>
}

function deliveryOf(
  secrets: readonly string[],
  { id = randomUUID(), at = nowSeconds() }: { id?: string; at?: number } = {},
): Delivery {
  const body = JSON.stringify({ id, type: 'order.fill', account_id: `account-${id}`, sequence: 7, data: { note: 'ü' } })
  const signature = secrets.map((secret) => signByHand(secret, id, at, body)).join(' ')
  return {
    id,
    body,
    headers: { 'webhook-id': id, 'webhook-timestamp': String(at), 'webhook-signature': signature },
  }
}

async function post({ body, headers }: Delivery): Promise<number> {
  const response = await fetch(url, { method: 'POST', body, headers })
  await response.arrayBuffer()
  return response.status
}

const timesHandled = (id: string) => output.split(`order.fill account-${id} 7\n`).length - 1

/** Everything posted before this has been printed once this has. */
async function settled(): Promise<void> {
  const last = deliveryOf([SECRET])
  expect(await post(last)).toBe(200)
  await printed(new RegExp(`account-${last.id}`))
}

it('signing by hand is what the library does', () => {
  const { id, body, headers } = deliveryOf([SECRET])
  const at = new Date(Number(headers['webhook-timestamp']) * 1000)
  expect(headers['webhook-signature']).toBe(new Webhook(SECRET).sign(id, at, body))
})

it('takes an event once, however often and whenever it is sent', async () => {
  const first = deliveryOf([SECRET], { at: nowSeconds() - 290 })
  const again = deliveryOf([SECRET], { id: first.id })
  expect(await post(first)).toBe(200)
  expect(await post(again)).toBe(200)
  expect(await Promise.all(Array.from({ length: 20 }, () => post(again)))).toEqual(
    Array.from({ length: 20 }, () => 200),
  )
  await settled()
  expect(timesHandled(first.id)).toBe(1)
})

it.each<[string, readonly string[]]>([
  ['its own secret first', [SECRET, OTHER_SECRET]],
  ['its own secret last', [OTHER_SECRET, SECRET]],
])('takes one that two secrets have signed, %s', async (_case, secrets) => {
  const delivery = deliveryOf(secrets)
  expect(await post(delivery)).toBe(200)
  await settled()
  expect(timesHandled(delivery.id)).toBe(1)
})

const without = (name: string) => (delivery: Delivery) => ({
  ...delivery,
  headers: Object.fromEntries(Object.entries(delivery.headers).filter(([header]) => header !== name)),
})
const withHeader = (name: string, value: (delivery: Delivery) => string) => (delivery: Delivery) => ({
  ...delivery,
  headers: { ...delivery.headers, [name]: value(delivery) },
})
const same = (delivery: Delivery) => delivery

const REFUSED: readonly [string, () => Delivery, (delivery: Delivery) => Delivery][] = [
  ['another secret', () => deliveryOf([OTHER_SECRET]), same],
  ['a changed body', () => deliveryOf([SECRET]), (sent) => ({ ...sent, body: sent.body.replace('7', '8') })],
  ['a blank more', () => deliveryOf([SECRET]), (sent) => ({ ...sent, body: `${sent.body} ` })],
  ['no body', () => deliveryOf([SECRET]), (sent) => ({ ...sent, body: '' })],
  ['a time six minutes ago', () => deliveryOf([SECRET], { at: nowSeconds() - 360 }), same],
  ['a time in six minutes', () => deliveryOf([SECRET], { at: nowSeconds() + 360 }), same],
  [
    'an old signature under a new time',
    () => deliveryOf([SECRET], { at: nowSeconds() - 100 }),
    withHeader('webhook-timestamp', () => String(nowSeconds())),
  ],
  ["another event's id", () => deliveryOf([SECRET]), withHeader('webhook-id', () => randomUUID())],
  ['no id', () => deliveryOf([SECRET]), without('webhook-id')],
  ['no time', () => deliveryOf([SECRET]), without('webhook-timestamp')],
  ['no signature', () => deliveryOf([SECRET]), without('webhook-signature')],
  [
    'a signature of another version',
    () => deliveryOf([SECRET]),
    withHeader('webhook-signature', ({ headers }) => headers['webhook-signature']!.replace('v1,', 'v1a,')),
  ],
  [
    'half a signature',
    () => deliveryOf([SECRET]),
    withHeader('webhook-signature', ({ headers }) => headers['webhook-signature']!.slice(0, 20)),
  ],
]

it.each(REFUSED)('refuses %s with 401 and handles nothing', async (_case, make, change) => {
  const delivery = change(make())
  expect(await post(delivery)).toBe(401)
  await settled()
  expect(timesHandled(delivery.id)).toBe(0)
})

type IsGenuine = (secret: string, headers: Readonly<Record<string, string>>, body: string) => boolean

/** The function that the documentation shows for receivers without a library. */
function documentedCheck(): IsGenuine {
  const page = readFileSync(join(DOCS, 'EVENTS.md'), 'utf8')
  const [, block = ''] = /```js\n([^]*?)```/.exec(page) ?? []
  const source = block.replace(/^import \{(.*)\} from 'node:crypto'$/m, "const {$1} = require('node:crypto')")
  // eslint-disable-next-line @typescript-eslint/no-implied-eval -- what it runs is in this repository
  const load = new Function('require', `${source}; return isGenuine`) as (using: NodeJS.Require) => IsGenuine
  return load(require)
}

it('the function in the documentation decides like the library', () => {
  const isGenuine = documentedCheck()
  for (const secrets of [[SECRET], [SECRET, OTHER_SECRET], [OTHER_SECRET, SECRET]]) {
    const { headers, body } = deliveryOf(secrets)
    expect(isGenuine(SECRET, headers, body)).toBe(true)
  }
  for (const [, make, change] of REFUSED) {
    const { headers, body } = change(make())
    expect(isGenuine(SECRET, headers, body)).toBe(false)
  }
})
