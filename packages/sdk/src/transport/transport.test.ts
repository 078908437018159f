import createClient from 'openapi-fetch'
import {
  AuthenticationError,
  DuplicateOrderId,
  ExchangeNotAvailable,
  InvalidOrder,
  OutcomeUnknown,
  RateLimitExceeded,
  RequestTimeout,
} from '../errors.js'
import type { EnginePaths } from '../types.js'
import { SYSTEM_CLOCK, type Clock } from './clock.js'
import { Transport, type Call, type SentRequest } from './transport.js'

/** The fate of one attempt. */
type Step = { status: number; body?: object; headers?: Record<string, string> } | { lost: string } | 'hang'

const READ: Call = { repeat: { kind: 'read' } }
const INTENT: Call = { repeat: { kind: 'intent', clientId: 'a', lookUp: 'repeat it' } }
const SAME: Call = { repeat: { kind: 'same', lookUp: 'read it' } }
const ONCE: Call = { repeat: { kind: 'once', lookUp: 'read it' } }

interface Played {
  readonly sent: SentRequest[]
  readonly slept: number[]
  readonly clock: Clock
  call(call: Call): Promise<unknown>
}

/** A client whose attempts meet the steps one after the other, on a clock that sleeping moves. */
function play(steps: readonly Step[], real: { attemptMs?: number } = {}): Played {
  const sent: SentRequest[] = []
  const slept: number[] = []
  let now = 0
  const clock: Clock = {
    now: () => now,
    random: () => 1,
    sleep: (ms, signal) => {
      if (signal?.aborted === true) return Promise.reject(signal.reason as Error)
      slept.push(ms)
      now += ms
      return Promise.resolve()
    },
  }
  const fetch = (url: URL, init: RequestInit): Promise<Response> => {
    const step = steps[sent.length]
    sent.push({ method: init.method ?? '', url, body: init.body as string | undefined })
    if (step === undefined) throw new Error('one attempt too many')
    if (step === 'hang')
      return new Promise((_, reject) =>
        init.signal?.addEventListener('abort', () => reject(init.signal?.reason as Error)),
      )
    if ('lost' in step) return Promise.reject(new TypeError('fetch failed', { cause: { code: step.lost } }))
    return Promise.resolve(new Response(JSON.stringify(step.body ?? {}), step))
  }
  const transport = new Transport({
    baseUrl: 'http://engine',
    headers: () => ({}),
    wholeNumbers: new Set(['version']),
    query: { decimals: 'string' },
    fetch: fetch as typeof globalThis.fetch,
    clock,
    deadlineMs: 10_000,
    attemptMs: real.attemptMs ?? 5_000,
  })
  const http = createClient<EnginePaths>({ baseUrl: 'http://engine' })
  const call = async (options: Call): Promise<unknown> => {
    const body = {
      account_id: 'x',
      symbol: 'BTC-USD',
      side: 'BUY',
      kind: 'MARKET',
      quantity: '1',
      client_id: 'a',
    } as const
    return (await http.POST('/v1/order', { body, ...transport.through(options) })).data
  }
  return { sent, slept, clock, call }
}

const OK: Step = { status: 200, body: { price: 0.1, version: 1 } }
const FAULT: Step = { status: 500, body: { error: 'engine_error', message: 'gone' } }
const LIMIT: Step = { status: 429, headers: { 'retry-after': '2' }, body: { error: 'rate_limited' } }
const ALWAYS = (step: Step): Step[] => Array.from({ length: 100 }, () => step)

describe('what is sent again', () => {
  test.each<[string, Call, Step[]]>([
    ['a read after a fault', READ, [FAULT, OK]],
    ['a read after a lost connection', READ, [{ lost: 'ECONNRESET' }, OK]],
    ['an intent after a fault', INTENT, [FAULT, { status: 502 }, OK]],
    ['an intent after a lost connection', INTENT, [{ lost: 'ECONNRESET' }, OK]],
    ['an intent that is still being decided', INTENT, [{ status: 409, body: { reason: 'in_progress' } }, OK]],
    ['a write that does the same again', SAME, [FAULT, OK]],
    ['any write that was not done: the limit', ONCE, [LIMIT, OK]],
    ['any write that was not done: too slow to be read', ONCE, [{ status: 408 }, OK]],
    ['any write that was not done: nobody listened', ONCE, [{ lost: 'ECONNREFUSED' }, OK]],
  ])('%s', async (_name, call, steps) => {
    const played = play(steps)
    expect(await played.call(call)).toEqual({ price: '0.1', version: 1 })
    expect(played.sent).toHaveLength(steps.length)
    expect(new Set(played.sent.map(({ body }) => body)).size).toBe(1)
    expect(played.sent[0]?.url.href).toBe('http://engine/v1/order?decimals=string')
  })

  test('not a write that might be done twice', async () => {
    for (const step of [FAULT, { lost: 'ECONNRESET' }, { status: 504 }]) {
      const played = play([step])
      await expect(played.call(ONCE)).rejects.toThrow(OutcomeUnknown)
    }
  })

  test.each([400, 401, 403, 404, 409, 413, 422])('not what was answered with %s', async (status) => {
    for (const call of [READ, INTENT, SAME, ONCE]) {
      const played = play([{ status, body: { message: 'no' } }])
      await expect(played.call(call)).rejects.toMatchObject({ status, message: 'no' })
    }
  })

  test('after an attempt that hangs', async () => {
    const played = play(['hang', OK], { attemptMs: 5 })
    expect(await played.call(INTENT)).toEqual({ price: '0.1', version: 1 })
  })

  test('after an attempt that hangs for as long as the call itself says', async () => {
    const played = play(['hang', OK], { attemptMs: 60_000 })
    expect(await played.call({ ...READ, attemptMs: 5 })).toEqual({ price: '0.1', version: 1 })
  })
})

describe('the end of a call that was never answered', () => {
  test.each<[string, Call, Step, new (...given: never[]) => Error]>([
    ['a read: its last error', READ, FAULT, ExchangeNotAvailable],
    ['a write that may have been done: unknown', INTENT, FAULT, OutcomeUnknown],
    ['one whose connection was lost: unknown', SAME, { lost: 'ECONNRESET' }, OutcomeUnknown],
    ['a write that never got there: not available', INTENT, { lost: 'ECONNREFUSED' }, ExchangeNotAvailable],
    ['a write that was limited: the limit', INTENT, LIMIT, RateLimitExceeded],
    ['a write that was too slow to be read: a timeout', INTENT, { status: 408 }, RequestTimeout],
  ])('%s', async (_name, call, step, expected) => {
    const played = play(ALWAYS(step))
    const error = await played.call(call).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(expected)
    expect(error instanceof OutcomeUnknown).toBe(expected === OutcomeUnknown)
    expect(played.clock.now()).toBeLessThanOrEqual(10_000)
    expect(played.sent.length).toBeGreaterThan(2)
  })

  test('once it may have been done, later limits do not make it undone', async () => {
    const played = play([FAULT, ...ALWAYS(LIMIT)])
    await expect(played.call(INTENT)).rejects.toMatchObject({
      name: 'OutcomeUnknown',
      clientId: 'a',
      lookUp: 'repeat it',
    })
  })

  test('a key that ended in between says nothing about the attempt before', async () => {
    const refused: Step = { status: 401, body: { error: 'unauthorized', message: 'no' } }
    await expect(play([refused]).call(INTENT)).rejects.toThrow(AuthenticationError)
    await expect(play([FAULT, refused]).call(INTENT)).rejects.toThrow(OutcomeUnknown)
    await expect(play([FAULT, refused]).call(READ)).rejects.toThrow(AuthenticationError)
  })

  test('a refusal of an intent is final, since what was done is answered before all else', async () => {
    const reused: Step = { status: 409, body: { reason: 'client_id_reuse' } }
    await expect(play([FAULT, reused]).call(INTENT)).rejects.toThrow(DuplicateOrderId)
  })

  test('a version that has moved on may be our own doing', async () => {
    const moved: Step = { status: 409, body: { reason: 'version' } }
    await expect(play([moved]).call(SAME)).rejects.toThrow(InvalidOrder)
    await expect(play([FAULT, moved]).call(SAME)).rejects.toThrow(OutcomeUnknown)
    const ended: Step = { status: 409, body: { reason: 'order_not_working' } }
    await expect(play([FAULT, ended]).call(SAME)).rejects.toThrow(InvalidOrder)
  })
})

describe('waits', () => {
  test('double from one fault to the next, and are no shorter than Retry-After, with chance on top', async () => {
    const played = play([FAULT, FAULT, { ...FAULT, headers: { 'retry-after': '3' } }, OK])
    await played.call(INTENT)
    expect(played.slept).toEqual([100, 200, 4_500])
  })

  test('after a refusal for the rate, start at a second', async () => {
    const played = play([{ status: 429 }, { status: 429 }, OK])
    await played.call(INTENT)
    expect(played.slept).toEqual([1_000, 2_000])
  })

  test('end with the deadline of the call', async () => {
    const played = play(ALWAYS(FAULT))
    await expect(played.call({ ...READ, deadlineMs: 250 })).rejects.toThrow(ExchangeNotAvailable)
    expect(played.slept).toEqual([100])
  })
})

test('an outage is met with few repetitions, and all calls are answered soon after it', async () => {
  const [outageMs, count] = [10_000, 40]
  const timeline = startTimeline()
  const sentAt: number[] = []
  const transport = new Transport({
    ...{ baseUrl: 'http://engine', headers: () => ({}), wholeNumbers: new Set(), query: {}, clock: timeline.clock },
    ...{ deadlineMs: 30_000, attemptMs: 60_000 },
    fetch: () => {
      sentAt.push(timeline.clock.now())
      return Promise.resolve(new Response('{}', { status: timeline.clock.now() < outageMs ? 500 : 200 }))
    },
  })
  const http = createClient<EnginePaths>({ baseUrl: 'http://engine' })
  const calls = Array.from({ length: count }, () => http.GET('/v1/plans', transport.through(READ)))
  await timeline.runUntil(Promise.all(calls))
  const during = sentAt.filter((at) => at < outageMs)
  expect(during.length).toBeLessThanOrEqual(count + 20 + (outageMs / 1000) * 4)
  expect(sentAt).toHaveLength(during.length + count)
  expect(sentAt.at(-1)).toBeLessThan(2 * outageMs)
})

/** A clock for calls side by side: where all of them sleep, it is the time at which the first wakes. */
function startTimeline() {
  let now = 0
  let sleeping: { readonly at: number; readonly wake: () => void }[] = []
  const sleep = (ms: number) => new Promise<void>((wake) => sleeping.push({ at: now + ms, wake }))
  return {
    clock: { now: () => now, random: () => 1, sleep },
    async runUntil(end: Promise<unknown>): Promise<void> {
      let isOver = false
      void end.finally(() => (isOver = true))
      while (!isOver) {
        for (let turn = 0; turn < 3; turn += 1) await new Promise(setImmediate)
        const [first] = sleeping.toSorted((one, other) => one.at - other.at)
        if (first === undefined) continue
        now = first.at
        sleeping = sleeping.filter((each) => each !== first)
        first.wake()
      }
      await end
    },
  }
}

describe('a signal', () => {
  test('before anything was sent: its reason', async () => {
    const played = play([])
    const signal = AbortSignal.abort(new Error('enough'))
    await expect(played.call({ ...INTENT, signal })).rejects.toThrow('enough')
    expect(played.sent).toEqual([])
  })

  test('while a write is under way: its outcome is unknown', async () => {
    const stop = new AbortController()
    const played = play(['hang'])
    const called = played.call({ ...INTENT, signal: stop.signal })
    while (played.sent.length === 0) await new Promise(setImmediate)
    stop.abort(new Error('enough'))
    await expect(called).rejects.toThrow(OutcomeUnknown)
  })

  test('while a read is under way: its reason', async () => {
    const stop = new AbortController()
    const played = play(['hang'])
    const called = played.call({ ...READ, signal: stop.signal })
    while (played.sent.length === 0) await new Promise(setImmediate)
    stop.abort(new Error('enough'))
    await expect(called).rejects.toThrow('enough')
  })

  test('ends the sleep of the real clock', async () => {
    const stop = new AbortController()
    const sleeping = SYSTEM_CLOCK.sleep(1_000_000, stop.signal)
    stop.abort(new Error('enough'))
    await expect(sleeping).rejects.toThrow('enough')
    await expect(SYSTEM_CLOCK.sleep(1, stop.signal)).rejects.toThrow('enough')
    await SYSTEM_CLOCK.sleep(1)
  })
})

test('an answer by something between that is no JSON is an error like others', async () => {
  const transport = new Transport({
    baseUrl: 'http://engine',
    headers: () => ({}),
    wholeNumbers: new Set(),
    query: {},
    fetch: () => Promise.resolve(new Response('<html>busy</html>', { status: 404 })),
    clock: SYSTEM_CLOCK,
    deadlineMs: 1_000,
    attemptMs: 1_000,
  })
  const http = createClient<EnginePaths>({ baseUrl: 'http://engine' })
  await expect(http.GET('/v1/plans', transport.through(READ))).rejects.toMatchObject({ status: 404, body: {} })
})
