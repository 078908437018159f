import { EventEmitter, once } from 'node:events'
import { request as httpRequest } from 'node:http'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { hostileBodies } from '@ats/test-kit'
import Joi from 'joi'
import { DependencyError, RequestError } from '../process/errors.js'
import { createLogger } from '../process/logger.js'
import { createMetrics } from '../process/metrics.js'
import { createHttpApp, type HttpAppOptions } from './app.js'
import { listen, type ListenOptions, type RunningServer } from './listen.js'
import { BODY_BYTES_MAX } from './read-body.js'
import type { Readiness, Route, StreamReply } from './route.js'

interface Principal {
  readonly name: string
}

const ok = { 200: { description: 'ok' } }
const described = { summary: 's', tags: [], access: 'any', responses: ok, errors: [] }
const handled: string[] = []
/** Emits how a request is to fail once its handler has been called. */
const failing = new EventEmitter()

const streamCalls: string[] = []
const streamThatFails = (name: string): StreamReply => ({
  begin() {
    streamCalls.push(`begin ${name}`)
    throw new TypeError(`cannot begin: ${name}`)
  },
  abandon: () => void streamCalls.push(`abandon ${name}`),
})

const routes: readonly Route<Principal>[] = [
  {
    ...described,
    method: 'POST',
    path: '/v1/things/:thing_id',
    operationId: 'write',
    params: { thing_id: 'uuid' },
    query: Joi.object({ limit: Joi.number().integer().min(1), from: Joi.string() }),
    body: Joi.object({
      label: Joi.string().required(),
      quantity: Joi.number(),
      flags: Joi.object({ on: Joi.boolean() }),
    }),
    handler: ({ principal, params, query, body, ip, requestId }) => {
      handled.push(requestId)
      return { status: 200, body: { principal, params, query, body, ip } }
    },
  },
  {
    ...described,
    method: 'POST',
    path: '/v1/nulls',
    operationId: 'nulls',
    body: Joi.object({ stop: Joi.number().allow(null) }),
    bodyOptional: true,
    keepNulls: true,
    handler: ({ body }) => ({ status: 200, body }),
  },
  {
    ...described,
    method: 'PUT',
    path: '/v1/calendar',
    operationId: 'calendar',
    body: Joi.object({ events: Joi.array().required() }),
    bodyBytesMax: 100_000,
    textType: 'text/calendar',
    handler: ({ body, text }) => ({ status: 200, body: { body, length: text?.length ?? null } }),
  },
  {
    ...described,
    method: 'GET',
    path: '/v1/verbatim',
    operationId: 'verbatim',
    query: Joi.object({ name: Joi.string().max(4) }),
    controlCharacters: true,
    handler: ({ query }) => ({ status: 200, body: query }),
  },
  {
    ...described,
    method: 'GET',
    path: '/v1/named/:name',
    operationId: 'named',
    params: { name: 'text' },
    handler: ({ params }) => ({ status: 201, text: `{"name": "${params['name']}"}`, headers: { 'X-Extra': 'yes' } }),
  },
  {
    ...described,
    method: 'GET',
    path: '/v1/tagged',
    operationId: 'tagged',
    hasEtag: true,
    query: Joi.object({ rows: Joi.string(), etag: Joi.string() }),
    handler: ({ query }) => {
      const { rows = '', etag } = query as { readonly rows?: string; readonly etag?: string }
      if (rows === 'none') throw new RequestError('not_found', 'no rows')
      const headers = { 'X-Has-More': String(rows.length > 3) }
      if (rows === '€') return { status: 200, bytes: Buffer.from('["€"]'), headers }
      return {
        status: 200,
        text: JSON.stringify([...rows.slice(0, 3)]),
        ...(etag === undefined ? {} : { etag: () => etag }),
        headers,
      }
    },
  },
  {
    ...described,
    method: 'DELETE',
    path: '/v1/named/:name',
    operationId: 'remove',
    params: { name: 'text' },
    handler: () => ({ status: 204 }),
  },
  {
    ...described,
    method: 'GET',
    path: '/v1/fail/:how',
    operationId: 'fail',
    params: { how: 'text' },
    handler: async ({ params }) => {
      failing.emit(String(params['how']))
      switch (params['how']) {
        case 'request':
          throw new RequestError('conflict', 'Taken.', { reason: 'taken' }, { 'X-Why': 'taken' })
        case 'dependency':
          throw new DependencyError('postgres', 'private details', { retryAfterSeconds: 7 })
        case 'hang':
          return sleep(60_000, { status: 200 }, { ref: false })
        case 'slow':
          return sleep(300, { status: 200 })
        case 'bigint':
          return { status: 200, body: { value: 1n } }
        case 'header':
          return { status: 200, body: {}, headers: { 'X-Name': 'a\nb' } }
        case 'unopened':
          return { status: 200, headers: { 'X-Name': 'a\nb' }, stream: streamThatFails('unopened') }
        case 'opened':
          return { status: 200, stream: streamThatFails('opened') }
        default:
          throw new TypeError('private details')
      }
    },
  },
]

const logLines: string[] = []
let readiness: () => Promise<Readiness> = () => Promise.resolve({ ready: true, checks: { all: 'ok' } })
const running: RunningServer[] = []

async function start(
  options: Partial<HttpAppOptions<Principal>> = {},
  listening: Partial<ListenOptions> = {},
): Promise<string> {
  const app = createHttpApp<Principal>({
    service: 'test',
    routes,
    authenticate: ({ headers, rawHeaders, body }, route) => {
      if (headers['x-deny'] !== undefined) return Promise.reject(new RequestError('unauthorized', 'No.'))
      const name = `${route.operationId}:${rawHeaders.length > 0}:${body.length}`
      return Promise.resolve({ principal: { name }, headers: { 'X-Budget': '9' } })
    },
    logger: createLogger({
      service: 'test',
      level: 'debug',
      destination: { write: (line) => void logLines.push(line) },
    }),
    metrics: createMetrics({ service: 'test' }),
    readiness: () => readiness(),
    answerWithinMs: 20_000,
    ...options,
  })
  const server = await listen(app, { host: '127.0.0.1', port: 0, ...listening })
  running.push(server)
  return `http://127.0.0.1:${server.port}`
}

let url: string
beforeAll(async () => {
  url = await start()
})
afterAll(() => Promise.all(running.map((server) => server.close(100))))

const ID = '0190f0a0-0000-7000-8000-00000000000a'
const json = { 'content-type': 'application/json' }
const post = (path: string, body: string, headers: Record<string, string> = {}) =>
  fetch(url + path, { method: 'POST', body, headers: { ...json, ...headers } })

async function bodyOf(response: Response): Promise<Record<string, unknown>> {
  expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8')
  return (await response.json()) as Record<string, unknown>
}

describe('the order of checks: each request below has every later fault too', () => {
  const large = 'x'.repeat(16 * 1024 + 1)
  it.each<[number, string, string, string, string, Record<string, string>]>([
    [404, 'unknown route', 'POST', '/v1/unknown', large, { 'x-deny': '1' }],
    [405, 'unknown method', 'PUT', `/v1/things/not-a-uuid`, large, { 'x-deny': '1' }],
    [413, 'too large', 'POST', '/v1/things/not-a-uuid?limit=x', large, { 'x-deny': '1' }],
    [401, 'not authenticated', 'POST', '/v1/things/not-a-uuid?limit=x', '[', { 'x-deny': '1' }],
    [404, 'malformed path', 'POST', '/v1/things/not-a-uuid?limit=x', '[', {}],
    [400, 'malformed query and body', 'POST', `/v1/things/${ID}?limit=x`, '[', {}],
    [200, 'no fault', 'POST', `/v1/things/${ID}`, '{"label":"l"}', {}],
  ])('%i %s', async (status, _case, method, path, body, headers) => {
    const response = await fetch(url + path, { method, body, headers: { ...json, ...headers } })
    expect(response.status).toBe(status)
    await bodyOf(response)
  })

  it('no handler has run for a request that was refused', () => {
    expect(handled).toHaveLength(1)
  })
})

describe('input', () => {
  it('reaches the handler checked, converted and in one form', async () => {
    const path = `/v1/things/${ID.toUpperCase()}?limit=5&unknown=1&__proto__=1`
    const response = await post(path, '{"label":"l","quantity":null,"flags":{"on":null}}')
    expect(response.headers.get('x-budget')).toBe('9')
    expect(await bodyOf(response)).toEqual({
      principal: { name: 'write:true:49' },
      params: { thing_id: ID },
      query: { limit: 5 },
      body: { label: 'l', flags: {} },
      ip: '127.0.0.1',
    })
  })

  it('all faults of query and body come in one response, each with a path', async () => {
    const response = await post(
      `/v1/things/${ID}?limit=0&limit=1&from=%00`,
      '{"quantity":"1","flags":{"on":1,"off":null},"__proto__":{}}',
    )
    const { error, issues } = await bodyOf(response)
    expect(error).toBe('invalid_payload')
    const paths = (issues as { path: string[] }[]).map(({ path }) => path.join('.'))
    expect(paths.sort()).toEqual(['__proto__', 'flags.off', 'flags.on', 'from', 'label', 'limit', 'quantity'])
  })

  it('nothing is converted in a body, and nothing of it is repeated in the answer', async () => {
    const secretive = 'svc_sk_private'
    const response = await post(`/v1/things/${ID}`, JSON.stringify({ label: true, quantity: secretive }))
    expect(response.status).toBe(400)
    expect(await response.text()).not.toContain(secretive)
  })

  it('a name that an object has twice is one issue, at every depth and however it is written', async () => {
    const response = await post(
      `/v1/things/${ID}`,
      '{"label":"l","l\\u0061bel":5,"flags":{"on":true,"x":1,"on":false}}',
    )
    const { error, issues } = await bodyOf(response)
    expect(error).toBe('invalid_payload')
    expect(issues).toEqual([
      { path: ['label'], code: 'duplicate_key', message: expect.stringContaining('label') as string },
      { path: ['flags', 'on'], code: 'duplicate_key', message: expect.stringContaining('on') as string },
      { path: ['flags', 'x'], code: 'object.unknown', message: 'flags.x is not a field of this request' },
    ])
  })

  it('of many faults the first 50 are listed, and of more fields than any request has, one', async () => {
    const unknown = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`f${index}`, 1]))
    const listed = async (body: object) => {
      const { message, issues } = await bodyOf(await post(`/v1/things/${ID}`, JSON.stringify(body)))
      return [message, (issues as object[]).length]
    }
    expect(await listed(unknown(49))).toEqual(['the request does not have the required shape; see issues', 50])
    expect(await listed(unknown(50))).toEqual([
      'the request does not have the required shape; see issues, of which the first 50 are listed',
      50,
    ])
    expect(await listed(unknown(500))).toEqual([expect.any(String), 50])
    expect(await listed(unknown(501))).toEqual(['the request does not have the required shape; see issues', 1])
  })

  it('an answer to a body that is meant to be dear to refuse is short', async () => {
    for (const [what, body] of hostileBodies(BODY_BYTES_MAX, ['label', 'quantity', 'flags', 'stop'])) {
      for (const path of [`/v1/things/${ID}`, '/v1/nulls']) {
        const answer = await (await post(path, body)).text()
        expect([what, answer.length < 20_000, answer]).toEqual([what, true, expect.not.stringMatching(/[^"]{200}/)])
      }
    }
  })

  it('a parameter that is sent thousands of times is one issue', async () => {
    const response = await fetch(`${url}/v1/verbatim?${'name=1&'.repeat(2_000)}`)
    expect((await bodyOf(response))['issues']).toHaveLength(1)
  })

  it('nulls are kept where the route says so, and a body may be optional', async () => {
    expect(await (await post('/v1/nulls', '{"stop":null}')).json()).toEqual({ stop: null })
    expect(await (await fetch(`${url}/v1/nulls`, { method: 'POST' })).json()).toEqual({})
    expect((await post('/v1/nulls', 'null')).status).toBe(400)
  })

  it('control characters of a query reach the schema where the route says so', async () => {
    expect(await (await fetch(`${url}/v1/verbatim?name=a%09%C2%84`)).json()).toEqual({ name: 'a\t\u0084' })
    expect((await fetch(`${url}/v1/verbatim?name=a%09%C2%84bc`)).status).toBe(400)
  })

  it('text in a path is decoded; what cannot be decoded or holds control characters does not exist', async () => {
    expect(await (await fetch(`${url}/v1/named/a%20%C3%BC`)).json()).toEqual({ name: 'a ü' })
    for (const name of ['%zz', '%ff', '%00', '%0a']) expect((await fetch(`${url}/v1/named/${name}`)).status).toBe(404)
  })

  it('a large body is 413 whether its size is announced or not, and the connection survives', async () => {
    const announced = await post('/v1/nulls', 'x'.repeat(20_000))
    const chunked = await fetch(`${url}/v1/nulls`, {
      method: 'POST',
      headers: json,
      body: new Blob(['x'.repeat(20_000)]).stream(),
      duplex: 'half',
    })
    for (const response of [announced, chunked]) {
      expect(response.status).toBe(413)
      expect(response.headers.get('connection')).toBe('keep-alive')
      expect(await bodyOf(response)).toMatchObject({ error: 'payload_too_large' })
    }
    expect((await post('/v1/nulls', ' '.repeat(16 * 1024 - 2) + '{}')).status).toBe(200)
  })

  it('a route may take more, and text of one other type as it is', async () => {
    const put = (body: string | Buffer, type: string) =>
      fetch(`${url}/v1/calendar`, { method: 'PUT', body, headers: { 'content-type': type } })
    const large = await put('x'.repeat(100_000), 'Text/Calendar; charset=utf-8')
    expect(await large.json()).toEqual({ body: {}, length: 100_000 })
    expect(await (await put('{"events":[]}', 'application/json')).json()).toEqual({
      body: { events: [] },
      length: null,
    })
    expect((await put('x'.repeat(100_001), 'text/calendar')).status).toBe(413)
    for (const [body, type] of [
      [Buffer.from([0xff, 0xfe]), 'text/calendar'],
      ['BEGIN:VCALENDAR', 'text/plain'],
      ['{}', 'application/json'],
    ] as const) {
      expect((await put(body, type)).status).toBe(400)
    }
  })

  it('a huge body is not read to its end', async () => {
    const response = await post('/v1/nulls', 'x'.repeat(2 * 1024 * 1024)).catch(() => undefined)
    if (response !== undefined) expect(response.status).toBe(413)
    expect((await post('/v1/nulls', '{}')).status).toBe(200)
  })
})

describe('answers', () => {
  it('text is sent byte for byte, with the headers of the reply', async () => {
    const response = await fetch(`${url}/v1/named/x`)
    expect(response.status).toBe(201)
    expect(response.headers.get('x-extra')).toBe('yes')
    expect(await response.text()).toBe('{"name": "x"}')
  })

  it('HEAD is GET without the body, and 204 has none', async () => {
    const head = await fetch(`${url}/v1/named/x`, { method: 'HEAD' })
    expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([201, '13', ''])
    const removed = await fetch(`${url}/v1/named/x`, { method: 'DELETE' })
    expect([removed.status, await removed.text()]).toEqual([204, ''])
  })

  it('405 lists the methods of every route with this path', async () => {
    const response = await fetch(`${url}/v1/named/x`, { method: 'PATCH' })
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, HEAD, DELETE'])
    expect((await fetch(`${url}/v1/named/x`, { method: 'OPTIONS' })).status).toBe(405)
  })

  it.each(['/v1/named/x/', '/V1/named/x', '//v1/named/x', '/v1', '/'])('%s is not a route', async (path) => {
    const response = await fetch(url + path)
    expect(response.status).toBe(404)
    expect(await bodyOf(response)).toMatchObject({ error: 'not_found' })
  })

  it('an error of the caller keeps its details and headers, and those of the authentication', async () => {
    const response = await fetch(`${url}/v1/fail/request`, { headers: { 'x-request-id': 'mine' } })
    expect([response.status, response.headers.get('x-why'), response.headers.get('x-budget')]).toEqual([
      409,
      'taken',
      '9',
    ])
    expect(await bodyOf(response)).toEqual({
      error: 'conflict',
      message: 'Taken.',
      request_id: 'mine',
      reason: 'taken',
    })
  })

  it.each([
    ['dependency', '7'],
    ['unexpected', '1'],
    ['bigint', '1'],
    ['header', '1'],
    ['unopened', '1'],
  ])('%s: 500 with Retry-After %s, and not a word about the cause', async (how, retryAfter) => {
    const response = await fetch(`${url}/v1/fail/${how}`)
    expect([response.status, response.headers.get('retry-after')]).toEqual([500, retryAfter])
    const body = await bodyOf(response)
    expect(body).toMatchObject({ error: 'engine_error', request_id: response.headers.get('x-request-id') })
    expect(JSON.stringify(body)).not.toContain('private')
    const logged = logLines.map((line) => JSON.parse(line) as Record<string, unknown>)
    expect(logged).toContainEqual(expect.objectContaining({ level: 50, request_id: body['request_id'] }))
  })

  it('a stream that cannot begin ends its connection, is logged, and is abandoned only where its head is not out', async () => {
    streamCalls.length = 0
    await expect(fetch(`${url}/v1/fail/opened`).then((response) => response.text())).rejects.toThrow()
    expect(logLines.some((line) => line.includes('cannot begin: opened'))).toBe(true)
    await fetch(`${url}/v1/fail/unopened`)
    expect(streamCalls).toEqual(['begin opened', 'abandon unopened'])
  })

  it('a handler that hangs does not keep its caller waiting', async () => {
    const impatient = await start({ answerWithinMs: 100 })
    const response = await fetch(`${impatient}/v1/fail/hang`)
    expect([response.status, response.headers.get('retry-after')]).toEqual([500, '1'])
    expect(await bodyOf(response)).toMatchObject({ error: 'engine_error' })
  })

  it.each([
    ['a-b_C9', true],
    ['x'.repeat(64), true],
    ['x'.repeat(65), false],
    ['a b', false],
    ['a;b', false],
    ['', false],
  ])('the request id %j is echoed: %s', async (given, isEchoed) => {
    for (const path of ['/healthz', '/unknown', `/v1/fail/request`]) {
      const id = (await fetch(url + path, { headers: { 'x-request-id': given } })).headers.get('x-request-id')
      if (isEchoed) expect(id).toBe(given)
      else expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f-]{27}$/)
    }
  })

  it('a caller who leaves in the middle of a body costs nothing', async () => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1')
    socket.write('POST /v1/nulls HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n{')
    await sleep(50)
    socket.destroy()
    expect((await post('/v1/nulls', '{}')).status).toBe(200)
  })
})

describe('operations', () => {
  it('health, readiness and metrics need no credentials', async () => {
    const headers = { 'x-deny': '1' }
    expect(await (await fetch(`${url}/healthz`, { headers })).json()).toEqual({ status: 'ok' })
    expect(await (await fetch(`${url}/readyz`, { headers })).json()).toEqual({ ready: true, checks: { all: 'ok' } })
    const metrics = await (await fetch(`${url}/metrics`, { headers })).text()
    expect(metrics).toContain('route="/v1/things/:thing_id",status="200"')
    expect(metrics).toContain('http_unexpected_errors_total{route="/v1/fail/:how",service="test"} 6')
    expect(metrics).not.toContain(ID)
  })

  it.each<[string, () => Promise<Readiness>, object]>([
    [
      'says no',
      () => Promise.resolve({ ready: false, checks: { postgres: 'down' } }),
      { checks: { postgres: 'down' } },
    ],
    ['fails', () => Promise.reject(new Error('private')), { checks: { readiness: 'no answer' } }],
  ])('not ready when the check %s', async (_case, check, expected) => {
    readiness = check
    const response = await fetch(`${url}/readyz`)
    expect(response.status).toBe(503)
    expect(await response.json()).toMatchObject({ ready: false, ...expected })
  })
})

describe('what is not quite HTTP', () => {
  /** Sends the bytes and returns all that comes back until the server closes. */
  const exchange = (base: string, bytes: string): Promise<string> =>
    new Promise((resolve, reject) => {
      const socket = connect(Number(new URL(base).port), '127.0.0.1')
      let answer = ''
      socket.on('data', (chunk) => (answer += chunk.toString()))
      socket.on('error', reject)
      socket.on('close', () => resolve(answer))
      socket.write(bytes)
    })

  it.each([
    [400, 'invalid_payload', 'no HTTP at all', 'hello\r\n\r\n'],
    [
      400,
      'invalid_payload',
      'two lengths',
      'POST /v1/nulls HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n{}',
    ],
    [
      400,
      'invalid_payload',
      'length and chunks',
      'POST /v1/nulls HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    ],
    [
      431,
      'headers_too_large',
      'endless headers',
      `GET / HTTP/1.1\r\nHost: localhost\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`,
    ],
    [400, 'invalid_payload', 'no Host', 'GET /unknown HTTP/1.1\r\nConnection: close\r\n\r\n'],
    [
      421,
      'misdirected',
      'an address that is none',
      'GET http://[ HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n',
    ],
    [
      404,
      'not_found',
      'an expectation',
      'GET /unknown HTTP/1.1\r\nHost: localhost\r\nExpect: tea\r\nConnection: close\r\n\r\n',
    ],
  ])('%i %s: %s', async (status, error, _case, bytes) => {
    const [head = '', body = ''] = (await exchange(url, bytes)).split('\r\n\r\n')
    expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
    expect(head).toMatch(/\r\ncontent-type: application\/json; charset=utf-8/i)
    expect(head).toMatch(/\r\nx-request-id: [0-9a-f-]{36}/i)
    for (const [name, value] of Object.entries(PROTECTION))
      expect(head.toLowerCase()).toContain(`\r\n${name}: ${value.toLowerCase()}`)
    expect(head).not.toMatch(BANNER)
    expect(JSON.parse(body)).toMatchObject({ error })
  })

  it.each([
    [400, 'a length that is none', 'content-length: -1\r\n\r\n{}'],
    [400, 'chunks that are none', 'transfer-encoding: chunked\r\n\r\nxyz\r\n\r\n'],
    [400, 'an encoding nobody knows', 'transfer-encoding: gzip\r\n\r\n{}'],
    [400, 'a length beyond all bounds', `content-length: ${'9'.repeat(30)}\r\n\r\n{}`],
    [413, 'a length of a gigabyte', 'content-length: 1000000000\r\n\r\n{}'],
    [400, 'a folded header', 'x-a: b\r\n c\r\n\r\n'],
    [400, 'a blank before the colon', 'x-a : b\r\n\r\n'],
    [400, 'NUL in a header', 'x-a: \0\r\n\r\n'],
    [431, 'headers without end', `${'x-a: bbbbbbbbbb\r\n'.repeat(3_000)}\r\n`],
  ])('%i %s, in JSON', async (status, _case, rest) => {
    const bytes = `POST /v1/nulls HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n${rest}`
    const [head = '', body = ''] = (await exchange(url, bytes)).split('\r\n\r\n')
    expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
    expect(JSON.parse(body)).toMatchObject({ request_id: expect.any(String) as string })
  })

  it.each([
    ['headers', 'GET /healthz HTTP/1.1\r\nHost: localhost\r\nX-Slow'],
    ['body', 'POST /v1/nulls HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\n{'],
  ])('a request whose %s never end is 408 and cut off', async (_case, bytes) => {
    const base = await start({}, { headersTimeoutMs: 200, requestTimeoutMs: 300 })
    const answer = await exchange(base, bytes)
    expect(answer).toMatch(/^HTTP\/1.1 408 /)
    expect(JSON.parse(answer.split('\r\n\r\n')[1]!)).toMatchObject({ error: 'request_timeout' })
  })
})

/** On every answer, whatever made it. */
const PROTECTION = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none';frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'strict-transport-security': 'max-age=31536000',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
}
/** Would tell an attacker what to look up. */
const BANNER = /^(server|via|x-powered-by|x-aspnet-version):/im

it.each([
  ['an answer', `/v1/named/x`, {}],
  ['no such path', '/v1/unknown', {}],
  ['a refusal', '/v1/named/x', { 'x-deny': '1' }],
  ['a fault of ours', '/v1/fail/x', {}],
  ['a text', '/metrics', {}],
])('%s carries what protects it, each header once, and says nothing of what serves it', async (_what, path, sent) => {
  const { headers } = await fetch(url + path, { headers: sent })
  expect(Object.fromEntries(headers)).toMatchObject(PROTECTION)
  expect([...headers].map(([name]) => `${name}:`).join('\n')).not.toMatch(BANNER)
})

describe('a route with an ETag', () => {
  const load = async (path: string, ifNoneMatch?: string, headers: Record<string, string> = {}) => {
    const held = ifNoneMatch === undefined ? {} : { 'if-none-match': ifNoneMatch }
    const response = await fetch(`${url}/v1/tagged${path}`, { headers: { ...held, ...headers } })
    return { status: response.status, headers: Object.fromEntries(response.headers), text: await response.text() }
  }

  it.each(['?rows=abc', '?rows=€', ''])('%s: 304 to who holds it, with the headers of the 200', async (path) => {
    const first = await load(path)
    const { etag = '' } = first.headers
    expect([first.status, first.headers['cache-control']]).toEqual([200, 'private, no-cache'])
    expect(etag).toMatch(/^"[\w-]{27}"$/)
    for (const held of [etag, `W/${etag}`, `"other",${etag}`, '*']) {
      const { status, text, headers } = await load(path, held)
      expect([status, text]).toEqual([304, ''])
      expect([headers['content-length'], headers['content-type']]).toEqual([undefined, undefined])
      expect(headers).toMatchObject({ etag, 'cache-control': 'private, no-cache', 'x-has-more': 'false' })
      expect(headers).toMatchObject({ ...PROTECTION, 'cache-control': 'private, no-cache' })
    }
    expect((await load(path, '"other"')).text).toBe(first.text)
  })

  it('is another one exactly when the body is', async () => {
    const [abc, abd, more] = await Promise.all(['?rows=abc', '?rows=abd', '?rows=abcd'].map((path) => load(path)))
    expect(abd!.headers['etag']).not.toBe(abc!.headers['etag'])
    expect(more!.headers['etag']).toBe(abc!.headers['etag'])
    expect((await load('?rows=abcd', abc!.headers['etag'])).headers['x-has-more']).toBe('true')
  })

  it('may know it already', async () => {
    expect((await load('?rows=a&etag="own"')).headers['etag']).toBe('"own"')
    expect((await load('?rows=a&etag="own"', '"own"')).status).toBe(304)
  })

  it('an error has no ETag, whatever If-None-Match says', async () => {
    for (const answer of [await load('?rows=none', '*'), await load('?rows=a', '*', { 'x-deny': '1' })]) {
      expect(answer.status).toBeGreaterThanOrEqual(400)
      expect(answer.headers).toMatchObject({ 'cache-control': 'no-store' })
      expect(answer.headers).not.toHaveProperty('etag')
    }
  })

  it('no other route has one', async () => {
    const response = await fetch(`${url}/v1/named/x`, { headers: { 'if-none-match': '*' } })
    expect([response.status, response.headers.get('etag')]).toEqual([201, null])
  })
})

describe('a server', () => {
  it('is born with the prototypes of Express, so that it never has to swap them', async () => {
    const swapped: unknown[] = []
    const setPrototypeOf = Object.setPrototypeOf
    Object.setPrototypeOf = (target: unknown, prototype: object | null) => {
      if (Object.getPrototypeOf(target) !== prototype) swapped.push(target)
      return setPrototypeOf(target, prototype) as unknown
    }
    try {
      await fetch(`${url}/healthz`)
    } finally {
      Object.setPrototypeOf = setPrototypeOf
    }
    expect(
      swapped.filter((target) => typeof target === 'object' && target !== null && 'httpVersion' in target),
    ).toEqual([])
  })

  it('says why it cannot listen', async () => {
    await expect(start({}, { port: Number(new URL(url).port) })).rejects.toMatchObject({ code: 'EADDRINUSE' })
  })

  it('finishes running requests when it closes, and takes no new ones', async () => {
    const base = await start()
    const server = running.at(-1)!
    const isAsked = once(failing, 'slow')
    const slow = fetch(`${base}/v1/fail/slow`)
    await isAsked
    const closed = server.close(10_000)
    expect((await slow).status).toBe(200)
    expect((await slow).headers.get('connection')).toBe('close')
    await closed
    await expect(fetch(`${base}/healthz`)).rejects.toThrow()
  })

  it('cuts off what is not finished after the grace', async () => {
    const base = await start()
    const server = running.at(-1)!
    const isAsked = once(failing, 'hang')
    const lost = new Promise((resolve) => httpRequest(`${base}/v1/fail/hang`).on('error', resolve).end())
    await isAsked
    await server.close(50)
    expect(await lost).toMatchObject({ code: 'ECONNRESET' })
  })
})
