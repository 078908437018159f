import { AuthenticationError, StreamGap, type BaseError } from '../errors.js'
import { TradingClient } from '../trading-client.js'
import type { Clock } from '../transport/clock.js'
import { SILENCE_MS } from './frames.js'

/** The script of one connection: text that comes, then its end, a break, or silence. */
interface Connection {
  readonly status?: number
  readonly headers?: Record<string, string>
  readonly text?: string
  readonly then?: 'end' | 'break' | 'silence'
}

const event = (sequence: number): string =>
  `id: ${sequence}\nevent: account\ndata: {"id":"e${sequence}","sequence":${sequence},"data":{"trade":{"price":0.1}}}\n\n`

function play(connections: readonly Connection[], { isSilent = (): boolean => false } = {}) {
  const asked: { path: string; lastId: string | null }[] = []
  const slept: number[] = []
  const clock: Clock = {
    now: () => 0,
    random: () => 1,
    sleep: (ms, signal) => {
      if (ms !== SILENCE_MS) return Promise.resolve(void slept.push(ms))
      if (isSilent()) return new Promise((resolve) => setImmediate(resolve))
      return new Promise((_, reject) => signal?.addEventListener('abort', () => reject(new Error('read'))))
    },
  }
  const fetch = (url: URL, { headers, signal }: RequestInit): Promise<Response> => {
    const { status = 200, text = '', then = 'end', ...rest } = connections[asked.length] ?? { then: 'silence' as const }
    asked.push({ path: `${url.pathname}${url.search}`, lastId: new Headers(headers).get('last-event-id') })
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => {
        // In pieces, as a network has it.
        for (const piece of text.match(/[^]{1,7}/g) ?? []) controller.enqueue(new TextEncoder().encode(piece))
        if (then === 'end') controller.close()
        signal?.addEventListener('abort', () => controller.error(signal.reason))
      },
      pull: (controller) => (then === 'break' ? controller.error(new TypeError('terminated')) : undefined),
    })
    return Promise.resolve(new Response(body, { status, ...('headers' in rest ? rest : {}) }))
  }
  const trading = new TradingClient({
    url: 'http://engine',
    key: 'k',
    secret: 's',
    clock,
    fetch: fetch as typeof globalThis.fetch,
  })
  return { trading, account: trading.account('a'), asked, slept }
}

/** The sequences of the first events, and the reasons of lost connections. */
async function readEvents({ account }: ReturnType<typeof play>, count: number, after = 0) {
  const sequences: number[] = []
  const lost: BaseError[] = []
  for await (const { type, data } of account.stream({ after, onLost: (reason) => lost.push(reason) })) {
    if (type === 'event') sequences.push(data.sequence)
    if (sequences.length === count) break
  }
  return { sequences, lost }
}

test('goes on where it was, over connections that end or break', async () => {
  const played = play([
    { text: event(1) + event(2) },
    { text: event(3).slice(0, -9), then: 'break' },
    { status: 502 },
    { text: event(3) + event(4) },
  ])
  const { sequences, lost } = await readEvents(played, 4)
  expect(sequences).toEqual([1, 2, 3, 4])
  expect(played.asked.map(({ lastId }) => lastId)).toEqual(['0', '2', '2', '2'])
  expect(lost.map(({ name }) => name)).toEqual(Array(3).fill('ExchangeNotAvailable'))
})

test('what comes again is left out', async () => {
  expect(
    (await readEvents(play([{ text: event(5) + event(6) + event(6) + event(5) + event(7) }]), 3, 4)).sequences,
  ).toEqual([5, 6, 7])
})

test('a gap is asked for again, and when it stays, told', async () => {
  const played = play([{ text: event(1) + event(3) }, { text: event(2) + event(3) }])
  expect((await readEvents(played, 3)).sequences).toEqual([1, 2, 3])
  expect(played.asked[1]?.lastId).toBe('1')
  await expect(readEvents(play(Array(3).fill({ text: event(2) })), 1)).rejects.toThrow(StreamGap)
})

test('silence is a lost connection', async () => {
  let isSilent = true
  const played = play([{ then: 'silence' }, { text: event(1) }], { isSilent: () => isSilent && !(isSilent = false) })
  const { sequences, lost } = await readEvents(played, 1)
  expect(sequences).toEqual([1])
  expect(lost.map(({ name }) => name)).toEqual(['RequestTimeout'])
})

test('waits as long as the service asks for, and longer when nothing comes of it', async () => {
  const played = play([
    { text: 'retry: 700\n\n' },
    {},
    {},
    { status: 429, headers: { 'retry-after': '9' } },
    { text: event(1) },
  ])
  await readEvents(played, 1)
  expect(played.slept).toEqual([700, 1_400, 2_800, 9_000])
})

test('decimals of events are text', async () => {
  for await (const frame of play([{ text: event(1) }]).account.stream({ after: 0 })) {
    expect(frame).toMatchObject({ type: 'event', data: { sequence: 1, data: { trade: { price: '0.1' } } } })
    break
  }
})

test('a key that ends is the end, at the first connection and later', async () => {
  await expect(readEvents(play([{ status: 401 }]), 1)).rejects.toThrow(AuthenticationError)
  const revoked = 'event: error\ndata: {"error":"unauthorized","message":"the key was revoked"}\n\n'
  await expect(readEvents(play([{ text: event(1) + revoked }]), 2)).rejects.toThrow('the key was revoked')
  const slow = 'event: error\ndata: {"error":"rate_limited","message":"too much unread"}\n\n'
  const played = play([{ text: event(1) + slow }, { text: event(2) }])
  const { sequences, lost } = await readEvents(played, 2)
  expect(sequences).toEqual([1, 2])
  expect(lost[0]?.message).toBe('too much unread')
})

test('the signal ends it, while it waits for a frame, too', async () => {
  const stop = new AbortController()
  const { trading, asked } = play([])
  const reading = trading.market
    .stream(['BTC-USD'], { signal: stop.signal, channels: ['price', 'candles:1m'], venue: 'GMX' })
    .next()
  while (asked.length === 0) await new Promise(setImmediate)
  stop.abort()
  expect(await reading).toEqual({ done: true, value: undefined })
  expect(asked[0]?.path).toBe('/v1/stream?symbols=BTC-USD&channels=price%2Ccandles%3A1m&venue=GMX')
})
