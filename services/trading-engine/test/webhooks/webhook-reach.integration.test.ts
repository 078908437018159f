/** Where a webhook may be led to: names, redirects and answers that try to have it go, or stay, where it must not. */
import { readFileSync } from 'node:fs'
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { gzipSync } from 'node:zlib'
import { startWebhookReceiver, type WebhookReceiver } from '@ats/test-kit'
import { createPostEvent, type PostEvent, type PostSpans } from '../../src/webhooks/post-event.js'
import { createMayReach } from '../../src/webhooks/public-address.js'
import { createResolveHost, type ResolveHost } from '../../src/webhooks/resolve-host.js'
import { startDnsServer, type DnsServer } from '../support/engine/dns-server.js'
import { pollUntil } from '../support/poll-until.js'

/** Longer than anything here takes on a busy machine. */
const PATIENT = { connectMs: 30_000, totalMs: 30_000 }

let receiver: WebhookReceiver
let dns: DnsServer
let names: Readonly<Record<string, (nth: number) => readonly string[] | null>>
const posts: PostEvent[] = []

beforeAll(async () => {
  receiver = await startWebhookReceiver()
  dns = await startDnsServer((name) => {
    const nth = dns.requested.filter((requested) => requested === name).length
    const addressesOf = names[name]
    return addressesOf === undefined ? [] : addressesOf(nth)
  })
})
beforeEach(() => {
  names = {}
  receiver.react((_received, response) => void response.writeHead(204).end())
})
afterAll(async () => {
  for (const post of posts) post.close()
  await dns.close()
  await receiver.close()
})

interface Means {
  readonly allowed?: readonly string[]
  readonly resolve?: ResolveHost
  readonly spans?: Partial<PostSpans>
}

function poster({ allowed = [], resolve = createResolveHost([dns.address]), spans = {} }: Means = {}): PostEvent {
  const ca = readFileSync(receiver.caFile, 'utf8')
  const post = createPostEvent({ resolve, mayReach: createMayReach(allowed), ca, spans: { ...PATIENT, ...spans } })
  posts.push(post)
  return post
}

const local = (spans: Partial<PostSpans> = {}) => poster({ allowed: ['127.0.0.0/8'], spans })

/** Sends, and tells whether anybody on this machine was so much as knocked at. */
async function reaches(post: PostEvent, url: string) {
  const before = receiver.connections()
  const result = await post(url, {}, '{}')
  return { ...result, isReached: receiver.connections() > before }
}

test('a receiver that may be reached is', async () => {
  names = { 'good.receiver.test': () => ['127.0.0.1'] }
  const { status, isReached } = await reaches(local(), `https://good.receiver.test:${receiver.port}/a?b=c`)
  expect([status, isReached]).toEqual([204, true])
  expect(receiver.received.at(-1)).toMatchObject({
    path: '/a?b=c',
    headers: { host: `good.receiver.test:${receiver.port}`, 'content-length': '2' },
  })
})

test.each([
  ...['127.0.0.1', '127.1', '2130706433', '0x7f.1', '0177.0.0.1', '017700000001', '0x7f000001', '①②⑦.⓪.⓪.①', '[::1]'],
  ...['[::ffff:127.0.0.1]', '[::ffff:7f00:1]', '[::7f00:1]', '[64:ff9b::7f00:1]', '[2002:7f00:1::]', '0.0.0.0', '0'],
  ...['localhost', 'LOCALHOST', 'localhost.', 'a.localhost', '%6cocalhost', '127.0.0.1.', '[0:0:0:0:0:0:0:1]', '[::]'],
])('%s is refused before anybody is called', async (host) => {
  const { status, error, isReached } = await reaches(poster(), `https://${host}:${receiver.port}/`)
  expect([status, isReached]).toEqual([null, false])
  expect(error).toMatch(/not, or not only, on the public internet/)
})

test.each([`http://localhost`, 'https://user:pass@localhost', 'https://user@localhost'])(
  '%s is refused',
  async (origin) => {
    const result = await reaches(local(), `${origin}:${receiver.port}/`)
    expect([result.status, result.isReached]).toEqual([null, false])
  },
)

test('a name that is public first and loopback then reaches nothing, at any attempt', async () => {
  names = { 'rebind.receiver.test': (nth) => (nth === 1 ? ['192.0.2.1'] : ['127.0.0.1']) }
  // The first address is let through, as a public one would be; nobody is there.
  const post = poster({ allowed: ['192.0.2.1'], spans: { connectMs: 700 } })
  const url = `https://rebind.receiver.test:${receiver.port}/`
  for (let attempt = 1; attempt <= 3; attempt += 1) {
    const { status, isReached } = await reaches(post, url)
    expect([attempt, status, isReached]).toEqual([attempt, null, false])
  }
  expect(dns.requested.filter((name) => name === 'rebind.receiver.test')).toHaveLength(3)
})

test('one look-up an attempt: there is no second one for the connection', async () => {
  let requested = 0
  const resolve: ResolveHost = () => Promise.resolve([++requested === 1 ? '127.0.0.1' : '10.0.0.1'])
  const post = poster({ allowed: ['127.0.0.0/8'], resolve })
  const url = `https://once.receiver.test:${receiver.port}/`
  expect((await reaches(post, url)).status).toBe(204)
  expect(requested).toBe(1)
  // The connection of the first is still open; the second is refused all the same.
  expect((await post(url, {}, '{}')).status).toBeNull()
})

test('one private address among public ones is enough to refuse all', async () => {
  names = { 'mixed.receiver.test': () => ['8.8.8.8', '127.0.0.1'] }
  const { status, isReached } = await reaches(poster(), `https://mixed.receiver.test:${receiver.port}/`)
  expect([status, isReached]).toEqual([null, false])
})

test('a redirect to a metadata address is a failure, and not followed', async () => {
  receiver.react((_received, response) => {
    response.writeHead(302, { location: `https://localhost:${receiver.port}/latest/meta-data` }).end()
  })
  const before = receiver.received.length
  expect(await local()(`${receiver.url}/redirects`, {}, '{}')).toMatchObject({ status: 302, error: null })
  expect(receiver.received.slice(before).map(({ path }) => path)).toEqual(['/redirects'])
})

test('the certificate has to be for the name, though the connection goes to an address', async () => {
  const resolve: ResolveHost = () => Promise.resolve(['127.0.0.1'])
  const post = poster({ allowed: ['127.0.0.0/8'], resolve })
  const { status, error } = await post(`https://another.test:${receiver.port}/`, {}, '{}')
  expect([status, error]).toEqual([null, 'the certificate is for another host'])
})

test('a proxy of the environment is not asked', async () => {
  const proxied: string[] = []
  const proxy: Server = createServer((socket) => {
    proxied.push('asked')
    socket.destroy()
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  const address = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`
  const variables = ['HTTPS_PROXY', 'https_proxy', 'ALL_PROXY', 'HTTP_PROXY']
  for (const name of variables) process.env[name] = address
  try {
    expect((await local()(receiver.url, {}, '{}')).status).toBe(204)
    expect(proxied).toEqual([])
  } finally {
    for (const name of variables) delete process.env[name]
    await new Promise((resolve) => proxy.close(resolve))
  }
})

describe('every wait has an end', () => {
  const within = (url: string, spans: Partial<PostSpans> = {}) => local(spans)(url, {}, '{}')

  test('of a look-up', async () => {
    names = { 'silent.receiver.test': () => null }
    const url = `https://silent.receiver.test:${receiver.port}/`
    expect(await within(url, { totalMs: 1_200 })).toMatchObject({ status: null, error: 'no answer within 1.2 s' })
  })

  test('of a connection', async () => {
    const held: Socket[] = []
    const mute = createServer((socket) => held.push(socket))
    await new Promise<void>((resolve) => mute.listen(0, '127.0.0.1', resolve))
    const { port } = mute.address() as AddressInfo
    const result = await within(`https://localhost:${port}/`, { connectMs: 700 })
    expect(result).toMatchObject({ status: null, error: 'no answer within 0.7 s' })
    for (const socket of held) socket.destroy()
    mute.close()
  })

  test('of an answer that does not come', async () => {
    receiver.react(() => undefined)
    const result = await within(receiver.url, { totalMs: 1_200 })
    expect(result).toMatchObject({ status: null, error: 'no answer within 1.2 s' })
  })

  test('of one that drips: its status counts', async () => {
    receiver.react((_received, response) => {
      response.writeHead(200)
      const drip = setInterval(() => response.write('.'), 50)
      response.on('close', () => clearInterval(drip))
    })
    // Time enough for the status of an answer that ends only with its span.
    expect(await within(receiver.url, { totalMs: 4_000 })).toMatchObject({ status: 200, error: null })
  })

  test('of one without end: little of it is read', async () => {
    let sent = 0
    let isOpen = true
    receiver.react((_received, response) => {
      response.writeHead(200)
      const pour = (): void => {
        while (isOpen && sent < 50_000_000 && response.write('x'.repeat(65_536))) sent += 65_536
      }
      response.on('drain', pour)
      response.on('close', () => (isOpen = false))
      pour()
    })
    const { status, answer } = await within(receiver.url)
    expect([status, answer?.length]).toEqual([200, 1_024])
    await pollUntil(
      () => Promise.resolve(isOpen),
      (open) => !open,
    )
    expect(sent).toBeLessThan(20_000_000)
  })
})

test('a compressed answer is kept as it is', async () => {
  receiver.react((received, response) => {
    expect(received.headers['accept-encoding']).toBeUndefined()
    response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('0'.repeat(1_000_000)))
  })
  const { status, answer } = await local()(receiver.url, {}, '{}')
  expect([status, (answer?.length ?? 0) <= 1_024, answer?.includes('\0')]).toEqual([200, true, false])
})

test('a connection that ends before an answer is a failure', async () => {
  receiver.react(({ socket }) => socket.destroy())
  expect(await local()(receiver.url, {}, '{}')).toMatchObject({ status: null, error: 'the connection was reset' })
})

test('a connection reset within the answer leaves its status', async () => {
  receiver.react(({ socket }, response) => {
    response.writeHead(201, { 'content-length': '100' })
    response.write('half', () => setTimeout(() => socket.destroy(), 20))
  })
  expect(await local()(receiver.url, {}, '{}')).toMatchObject({ status: 201, answer: 'half', error: null })
})

test('a kept connection that has gone stale costs no attempt', async () => {
  const post = local()
  expect((await post(receiver.url, {}, '{}')).status).toBe(204)
  let first = true
  receiver.react(({ socket }, response) => {
    if (first) socket.destroy()
    else response.writeHead(204).end()
    first = false
  })
  expect((await post(receiver.url, {}, '{}')).status).toBe(204)
})
