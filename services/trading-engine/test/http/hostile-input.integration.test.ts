import { randomUUID } from 'node:crypto'
import { METHODS } from 'node:http'
import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { anyCharacter, draw, hostileBodies, type ApiRequest, type ApiResponse } from '@ats/test-kit'
import { startEngine, type TestEngine, type Trader } from '../support/engine/engine.js'
import {
  operationsOf,
  requestFor,
  RESTING_ORDER,
  type Operation,
  type Subject,
  sendTestEvent,
  UNREACHABLE_WEBHOOK,
} from '../support/engine/operations.js'
import { sendRaw } from '../support/engine/raw-http.js'
import { inTurns } from '../support/stage.js'

let engine: TestEngine
let trader: Trader
let subject: Subject
let sent = 0

beforeAll(async () => {
  engine = await startEngine()
  trader = await engine.trader('standard-100k', { webhookUrl: UNREACHABLE_WEBHOOK })
  const held = await trader.place({ symbol: 'BTC-USD', side: 'BUY', kind: 'MARKET', quantity: 1 })
  const { body } = await trader.place({ ...RESTING_ORDER, client_id: 'mine' })
  subject = {
    accountId: trader.accountId,
    orderId: body.order!.id,
    positionId: String(held.body.order!['position_id']),
    deliveryId: await sendTestEvent(trader.api),
  }
})
afterAll(() => engine.close())

/** Text that libraries, encodings and databases stumble over. */
const TRAPS = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\ud800',
  '\udfff\ud800',
  '\u2028',
  '\u202e',
  '\ufeff',
  '\u0085',
  '💥',
  'ﷺ'.repeat(70),
  'x'.repeat(5_000),
  '\r\nSet-Cookie: a=b',
  "' or '1'='1",
  '"; drop table orders; --',
  '$1',
  '%s%n',
  '${7*7}',
  '{{constructor}}',
  '../../etc/passwd',
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  'null',
  'undefined',
  'NaN',
  'Infinity',
  '-Infinity',
  '0x10',
  '1e3',
  '1e309',
  ' 5 ',
  '5 ',
  '+5',
  '-0',
  '.5',
  '5.',
  '1_000',
  '1,000',
  '٣',
  '0.1234567890123456789',
  '99999999999999999999.999999999999999999',
  '100000000000000000000',
  '-1',
  '2026-02-30',
  '2026-02-30T00:00:00Z',
  '2026-13-01T00:00:00Z',
  '2026-01-01T25:00:00Z',
  '2026-01-01T00:00:60Z',
  '0000-00-00',
  '1969-12-31T23:59:59Z',
  '275760-09-13T00:00:00Z',
  '2026-01-01T00:00:00+99:00',
  '{3f2504e0-4f89-41d3-9a0c-0305e82c3301}',
  '3f2504e0:4f89:41d3:9a0c:0305e82c3301',
  '3F2504E0-4F89-41D3-9A0C-0305E82C3301',
  'BTC-USD\0',
  'BTC--USD',
  'BTC-USD-USD',
  'btc usd',
] as const
const trap = fc.constantFrom<string>(...TRAPS)
const anyText = fc.oneof(
  { weight: 3, arbitrary: trap },
  { weight: 1, arbitrary: fc.string({ unit: anyCharacter, maxLength: 90 }) },
)

/** Numbers as they may stand in JSON, which is more than JavaScript can write. */
const numberText = fc.oneof(
  fc.constantFrom(
    '0',
    '-0',
    '-1',
    '1e309',
    '-1e309',
    '1e-400',
    '5e-324',
    '1e-18',
    '1e-19',
    '1E+2',
    '1e19',
    '1e20',
    '1e21',
    '99999999999999999999',
    '9007199254740993',
    '0.1234567890123456789',
    '0.30000000000000004',
    '1.7976931348623157e308',
    `1${'0'.repeat(400)}`,
    `0.${'0'.repeat(400)}1`,
  ),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map(String),
  fc.integer().map(String),
)

/** The text of a JSON value, also of such as JSON.stringify never writes. */
const jsonText: fc.Arbitrary<string> = fc.letrec<{ value: string }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    anyText.map((text) => JSON.stringify(text)),
    numberText,
    numberText.map((text) => `"${text}"`),
    fc.constantFrom('null', 'true', 'false', '[]', '{}', '""', '"\\u0000"', '"\\ud83d"', '{"$ne":null}'),
    fc.constantFrom(
      '{"__proto__":{"polluted":true}}',
      '{"constructor":{"prototype":{"polluted":true}}}',
      '[{"__proto__":{"polluted":true}}]',
      '{"toString":1,"valueOf":1,"hasOwnProperty":1}',
      '{"length":1e9}',
    ),
    fc.array(tie('value'), { maxLength: 4 }).map((items) => `[${items.join(',')}]`),
    fc
      .array(fc.tuple(anyText, tie('value')), { maxLength: 3 })
      .map((fields) => `{${fields.map(([name, value]) => `${JSON.stringify(name)}:${value}`).join(',')}}`),
    fc.integer({ min: 1, max: 2_000 }).map((depth) => '['.repeat(depth) + ']'.repeat(depth)),
    fc.integer({ min: 1, max: 1_000 }).map((depth) => '{"a":'.repeat(depth) + '1' + '}'.repeat(depth)),
  ),
})).value

/** Values for fields with a meaning: mostly something close to a valid one. */
const nearlyRight: Readonly<Record<string, fc.Arbitrary<string>>> = {
  account_id: fc.constantFrom('"3f2504e0-4f89-41d3-9a0c-0305e82c3301"', '"3f2504e0-4f89-41d3-9a0c-0305e82c330"'),
  position_id: fc.constantFrom('"3f2504e0-4f89-41d3-9a0c-0305e82c3301"', 'null'),
  symbol: fc.constantFrom('"BTC-USD"', '"eth/usd"', '"XAUUSD"', '"EUR_USD"', '"NOPE-USD"'),
  side: fc.constantFrom('"BUY"', '"SELL"', '"buy"'),
  kind: fc.constantFrom('"MARKET"', '"LIMIT"', '"STOP"', '"TAKE_PROFIT"'),
  tif: fc.constantFrom('"GTC"', '"GTD"', '"GTX"', '"IOC"', '"FOK"'),
  quantity: fc.constantFrom('0.001', '"0.001"', '0.1', '1', '1e6', '"99999999999999999999"', '1e-18'),
  price: fc.constantFrom('100', '"100.5"', '1e19', '0.000001', '"0.000000000000000001"', '"99999999999999999999.9"'),
  expires_at: fc.constantFrom('"2099-01-01T00:00:00Z"', '"2020-01-01"', '"2099-02-29T00:00:00Z"'),
  platform_id: fc.constantFrom('"GMX"', '"OSTIUM"', '"gmx"'),
  client_id: fc.oneof(
    fc.constantFrom('"mine"'),
    fc.uuid().map((id) => `"${id}"`),
  ),
  flags: fc.constantFrom(
    '{}',
    '{"reduce_only":true}',
    '{"post_only":true}',
    '{"post_only":"true"}',
    '{"reduceOnly":true}',
    'null',
  ),
  plan_id: fc.constantFrom('"standard-100k"', '"instant-25k"', '"nope"'),
  challenge_id: fc.uuid().map((id) => `"${id}"`),
  default_venue: fc.constantFrom('"GMX"', '"OSTIUM"', 'null'),
  name: fc.constantFrom('"My account"', '"日本"'),
  stop_loss: fc.constantFrom(
    'null',
    '{}',
    '{"trigger_price":1}',
    '{"trigger_price":1,"price":null,"quantity":0.1}',
    '[]',
  ),
  take_profit: fc.constantFrom('null', '{"trigger_price":"99999999","trigger_by":"MARK"}', '{"trigger_price":0}'),
  over_ms: fc.constantFrom('0', '1', '86400000', '86400001', '0.5'),
}
const OF_ORDERS = [
  ...['account_id', 'symbol', 'side', 'kind', 'quantity', 'price', 'trigger_price', 'tif', 'flags', 'client_id'],
  ...['platform_id', 'parent_order_id', 'position_id', 'expires_at'],
]
const FIELDS: Readonly<Record<string, readonly string[]>> = {
  placeOrder: OF_ORDERS,
  placeOrders: ['account_id', 'orders'],
  previewOrder: OF_ORDERS,
  protectPosition: ['stop_loss', 'take_profit'],
  setLeverage: ['symbol', 'platform_id', 'leverage'],
  modifyOrder: ['price', 'trigger_price', 'quantity', 'expires_at', 'version'],
  closePosition: [
    'symbol',
    'quantity',
    'kind',
    'price',
    'tif',
    'client_id',
    'platform_id',
    'position_id',
    'expires_at',
  ],
  cancelAllOrders: ['symbol', 'client_id'],
  createAccount: ['plan_id', 'challenge_id', 'name', 'default_venue', 'client_id'],
  moveMarket: ['symbol', 'price', 'over_ms'],
  cancelOrder: [],
  redeliverWebhooks: ['from', 'to', 'status', 'key_id', 'event_type'],
}

/** The name of a field and the JSON text of its value; null leaves it out. */
type Field = readonly [string, string | null]

const extraField: fc.Arbitrary<Field> = fc.tuple(
  fc.oneof(
    trap,
    fc.constantFrom('user_id', 'id', 'status', 'balance', 'state', '__proto__', 'constructor', 'reduceOnly'),
  ),
  jsonText,
)

/** A body for the operation in which a few fields are nearly right, or not at all, or left out, or there twice. */
function bodyFor(id: string, right: Readonly<Record<string, unknown>>): fc.Arbitrary<string> {
  const names = FIELDS[id] ?? []
  const field = (name: string) =>
    fc
      .oneof(
        { weight: 4, arbitrary: name === 'orders' ? someOrders() : (nearlyRight[name] ?? jsonText) },
        { weight: 1, arbitrary: jsonText },
        { weight: 1, arbitrary: fc.constant(null) },
      )
      .map((text): Field => [name, text])
  const tampered =
    names.length === 0 ? fc.constant([]) : fc.array(fc.constantFrom(...names).chain(field), { maxLength: 3 })
  const extras = fc.oneof(
    { weight: 8, arbitrary: fc.constant<readonly Field[]>([]) },
    { weight: 1, arbitrary: fc.array(extraField, { maxLength: 3 }) },
  )
  return fc.tuple(tampered, extras).map(([changes, more]) => {
    const kept = Object.entries(right).filter(([name]) => !changes.some(([changed]) => changed === name))
    const own = kept.map(([name, value]): Field => [name, JSON.stringify(value)])
    const present = [...own, ...changes, ...more].filter(([, text]) => text !== null)
    return `{${present.map(([name, text]) => `${JSON.stringify(name)}:${text}`).join(',')}}`
  })
}

/** Orders of a batch, each tampered with on its own. */
const someOrders = (): fc.Arbitrary<string> =>
  fc
    .array(bodyFor('placeOrder', { ...RESTING_ORDER, client_id: randomUUID() }), { maxLength: 4 })
    .map((orders) => `[${orders.join(',')}]`)

const brokenBody = fc.oneof(
  jsonText,
  fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes)),
  fc.constantFrom<string | Buffer>(
    '',
    ' ',
    '[',
    '{"symbol":',
    '{"symbol":"BTC-USD"',
    "{'symbol':'BTC-USD'}",
    '{symbol:1}',
    '{"a":NaN}',
    '{"a":undefined}',
    '{"a":01}',
    '{"a":1,}',
    '{"a":1}{"b":2}',
    '\ufeff{}',
    '/* */{}',
    '['.repeat(8_000),
    '{"a":'.repeat(2_500),
    `${'['.repeat(8_000)}${']'.repeat(8_000)}`,
    Buffer.from([0xff, 0xfe, 0x7b, 0x00, 0x7d, 0x00]),
    Buffer.from([0x7b, 0x22, 0xc3, 0x28, 0x22, 0x3a, 0x31, 0x7d]),
    gzipSync('{}'),
    `{"symbol":"${'x'.repeat(16_300)}"}`,
    `{${Array.from({ length: 1_500 }, (_, index) => `"f${index}":1`).join(',')}}`,
  ),
)

/** One request and what it was sent to, as fast-check prints it. */
interface Shot {
  readonly method: string
  readonly path: string
  readonly request: ApiRequest
}

const JSON_TYPE = 'application/json'

function typeOf(path: string): string {
  if (/\/stream(?:\?|$)/.test(path)) return 'text/event-stream'
  return /\.csv(?:\?|$)/.test(path) ? 'text/csv' : JSON_TYPE
}

async function fire({ method, path, request }: Shot): Promise<ApiResponse> {
  sent += 1
  // The client has held the answer to the document by the time it is here.
  const answer = await trader.api.request(method, path, request)
  expect(answer.status).toBeLessThan(500)
  expect(answer.headers['x-request-id']).toMatch(/^[\w-]{1,64}$/)
  const type = answer.status === 200 ? typeOf(path) : JSON_TYPE
  // A response that says that nothing has changed has no body to name a type of.
  expect(answer.headers['content-type']).toBe(answer.status === 304 ? undefined : `${type}; charset=utf-8`)
  if (answer.status >= 400 && answer.text !== '') expectProblem(answer)
  expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
  return answer
}

const aText = expect.any(String) as string

function expectProblem({ status, body, headers }: ApiResponse): void {
  expect(body).toMatchObject({
    error: aText,
    message: aText,
    request_id: headers['x-request-id'],
  })
  if (status !== 400) return
  const issues = body['issues'] as { path: unknown; code: unknown; message: unknown }[]
  expect(issues.length).toBeGreaterThan(0)
  for (const issue of issues) {
    expect(issue).toEqual({ path: expect.any(Array) as unknown, code: aText, message: aText })
  }
}

/** An eightieth of what is made up, another one with every seed; `SUITE=whole` sends all of it. */
const SHARE = process.env['SUITE'] === 'whole' ? 1 : 80
/** Several at a time: it is the database that is waited for. */
const AT_A_TIME = 6
const shots = (shot: fc.Arbitrary<Shot>) => fc.array(shot, { minLength: AT_A_TIME, maxLength: AT_A_TIME })
const survives = (shot: fc.Arbitrary<Shot>, count: number) =>
  fc.assert(
    fc.asyncProperty(shots(shot), async (volley) => void (await Promise.all(volley.map(fire)))),
    { numRuns: Math.ceil(count / AT_A_TIME / SHARE), endOnFailure: true },
  )

const operations = (): readonly Operation[] =>
  operationsOf(engine.openapi).filter(({ template }) => template.startsWith('/v1'))
const sometimes = <T>(arbitrary: fc.Arbitrary<T>, otherwise: T) =>
  fc.oneof({ weight: 1, arbitrary }, { weight: 6, arbitrary: fc.constant(otherwise) })

/** Path segments that HTTP allows: any printable characters, percent-encoded or not. */
const segment = fc.oneof(
  anyText.map((text) => encodeURIComponent(text.toWellFormed().slice(0, 300))),
  fc.stringMatching(/^[!-"$->@-~]{0,30}$/),
  fc.constantFrom('%', '%zz', '%00', '%ff', '%c0%ae', '%ed%a0%80', '..', '.', '%2e%2e', '%2F', '*', '', ';', '%u0041'),
)
const parameter = fc.constantFrom(
  ...['symbol', 'ticker', 'type', 'interval', 'from', 'to', 'limit', 'depth', 'status', 'client_id', 'decimals'],
  ...['__proto__', 'constructor', 'symbol[]', 'symbol[a]', '%73ymbol', 'x'],
)
const nearlyRightParameter = fc.constantFrom(
  ...[
    'BTC-USD',
    'btcusd',
    'gold',
    'bitcon',
    'string',
    '1m',
    '1d',
    'working',
    'all',
    '1',
    '0',
    '-1',
    '1.5',
    '500',
    '1e9',
  ],
  ...['99999999999999999999', '1970-01-01', '2026-01-01', '2026-02-30', '2099-12-31', '2026-01-01T00:00:00Z'],
  ...['2026-01-01T00:00:00+02:00', '2026-01-01%2000:00:00', 'crypto', 'mine'],
)
const query = fc
  .array(
    fc.tuple(parameter, fc.oneof({ weight: 3, arbitrary: nearlyRightParameter }, { weight: 2, arbitrary: segment })),
    {
      maxLength: 5,
    },
  )
  .map((pairs) => (pairs.length === 0 ? '' : `?${pairs.map(([name, value]) => `${name}=${value}`).join('&')}`))

describe('16 KB that are meant to be dear to refuse are refused in few words', () => {
  test.each(Object.keys(FIELDS))('by %s', async (id) => {
    const { method, path } = requestFor(
      operations().find((each) => each.id === id)!,
      subject,
    )
    const fields = FIELDS[id] ?? []
    for (const [what, rawBody] of draw(hostileBodies(16 * 1024, fields), 24, ([name]) => `${id}: ${name}`)) {
      const { status, text, body } = await fire({ method, path, request: { rawBody } })
      expect([what, text.length < 20_000]).toEqual([what, true])
      if (fields.length > 0) expect([what, status]).toEqual([what, 400])
      if (status === 400) expect((body['issues'] as unknown[]).length).toBeLessThanOrEqual(50)
    }
  })
})

describe('generated input is answered properly, whatever it is', () => {
  test.each(Object.keys(FIELDS))('bodies of %s', async (id) => {
    const operation = operations().find((each) => each.id === id)!
    const { method, path, body = {} } = requestFor(operation, subject)
    const shot = fc.record({
      method: fc.constant(method),
      path: sometimes(
        query.map((text) => `${path.split('?')[0]!}${text}`),
        path,
      ),
      request: fc
        .oneof({ weight: 6, arbitrary: bodyFor(id, body) }, { weight: 1, arbitrary: brokenBody })
        .map((rawBody) => ({ rawBody })),
    })
    await survives(shot, id === 'placeOrder' ? 1_200 : 320)
  })

  test('queries of every route', async () => {
    const shot = fc.tuple(fc.constantFrom(...operations()), fc.boolean(), query).map(([operation, isRight, text]) => {
      const [path = '', right] = requestFor(operation, subject).path.split('?')
      const requested = isRight && right !== undefined ? `?${right}${text.replace('?', '&')}` : text
      return { method: operation.method, path: `${path}${requested}`, request: {} }
    })
    await survives(shot, 1_200)
  })

  test('paths and methods', async () => {
    const paths = operations().map(({ template }) => template)
    const pathWithHoles = fc
      .tuple(
        fc.constantFrom(...paths),
        fc.array(fc.oneof(segment, fc.constant(subject.accountId)), { minLength: 2, maxLength: 2 }),
      )
      .map(([template, [first = '', second = '']]) =>
        template.replace('{account_id}', first).replace('{order_id}', second),
      )
    const madeUp = fc.array(segment, { maxLength: 5 }).map((parts) => `/${parts.join('/')}`)
    const shot = fc.record({
      method: fc.constantFrom(...METHODS.filter((method) => method !== 'CONNECT')),
      path: fc.tuple(fc.oneof(pathWithHoles, madeUp), sometimes(query, '')).map(([path, text]) => `${path}${text}`),
      request: fc.constant({}),
    })
    await survives(shot, 700)
  })

  test('headers', async () => {
    /** No control characters, one byte each: what an HTTP client can send at all. */
    const value = fc.oneof(
      fc.stringMatching(/^[ -~\u00a0-\u00ff]{0,140}$/),
      trap.filter((text) => /^[ -~\u00a0-\u00ff]*$/.test(text)),
    )
    const headers = fc.record(
      {
        'content-type': fc.oneof(
          value,
          fc.constantFrom(
            ...[
              'text/plain',
              'application/json; charset=utf-16',
              'application/json; charset=utf-8',
              'application/JSON',
            ],
            ...['application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'application/json;charset', ''],
          ),
        ),
        'content-encoding': fc.constantFrom('gzip', 'br', 'deflate', 'identity', 'x', ''),
        'x-request-id': fc.oneof(value, fc.array(value, { minLength: 2, maxLength: 2 })),
        'x-forwarded-for': value,
        'accept-encoding': value,
        accept: value,
        authorization: value,
        cookie: value,
        expect: value.filter((text) => !/100-continue/i.test(text)),
        'if-none-match': value,
        'if-modified-since': value,
        range: value,
        origin: value,
        upgrade: fc.constantFrom('websocket', 'h2c'),
        'user-agent': value,
        te: value,
        host: fc.constantFrom('localhost', 'LOCALHOST.:0', '127.0.0.1:80', '0.0.0.0', '[::1]', '[::ffff:7f00:1]:65535'),
      },
      { requiredKeys: [] },
    )
    const credentials = fc.record({
      'x-api-key': fc.oneof(value, fc.array(value, { minLength: 2, maxLength: 2 })),
      'x-api-secret': value,
      authorization: fc.oneof(
        value,
        fc.base64String().map((text) => `Basic ${text}`),
      ),
    })
    const shot = fc
      .tuple(fc.constantFrom(...operations()), headers, sometimes<object>(credentials, {}))
      .map(([operation, drawn, own]) => {
        const { method, path, body } = requestFor(operation, subject)
        const sentAlong = { ...drawn, ...own } as Record<string, string | string[]>
        return { method, path, request: { headers: sentAlong, ...(body && { body }) } }
      })
    await survives(shot, 700)
  })

  test('bytes that are nearly HTTP', async () => {
    const request = Buffer.from(
      `GET /v1/price?symbol=BTC-USD HTTP/1.1\r\nhost: localhost\r\naccept: */*\r\nx-a: b\r\n\r\n`,
    )
    const change = fc.tuple(fc.nat(request.length - 5), fc.nat(255))
    const shot = fc.array(change, { minLength: 1, maxLength: 4 })
    await fc.assert(
      fc.asyncProperty(fc.array(shot, { minLength: AT_A_TIME, maxLength: AT_A_TIME }), async (volley) => {
        const answers = volley.map((changes) => {
          sent += 1
          const bytes = Buffer.from(request)
          for (const [at, byte] of changes) bytes[at] = byte
          return sendRaw(engine.baseUrl, bytes)
        })
        for (const { status, text, body } of await Promise.all(answers)) {
          expect(status).toBeGreaterThanOrEqual(200)
          expect(status).toBeLessThan(500)
          if (text !== '') expect(body).toEqual(expect.any(Object))
        }
      }),
      { numRuns: SHARE === 1 ? 50 : 5, endOnFailure: true },
    )
  })
})

describe('named traps', () => {
  const order = () => ({ account_id: trader.accountId, ...RESTING_ORDER })

  test.each<[string, string]>([
    ['text', 'text/plain'],
    ['a form', 'application/x-www-form-urlencoded'],
    ['a form with files', 'multipart/form-data; boundary=x'],
    ['another charset', 'application/json; charset=latin1'],
    ['a relative of JSON', 'application/merge-patch+json'],
    ['something like JSON', 'application/jsonx'],
    ['nothing', ''],
  ])('a body that says it is %s is 400', async (_what, type) => {
    const request = { headers: { 'content-type': type }, rawBody: JSON.stringify(order()) }
    const { status, body } = await fire({ method: 'POST', path: '/v1/order', request })
    expect([status, body['issues']]).toEqual([400, [expect.objectContaining({ path: [], code: 'body.content_type' })]])
  })

  test.each(['gzip', 'deflate', 'br', 'gzip, identity', 'x'])(
    'content-encoding %s is 400, a bomb too',
    async (encoding) => {
      for (const rawBody of [gzipSync(JSON.stringify(order())), gzipSync(Buffer.alloc(10_000_000))]) {
        const request = { headers: { 'content-encoding': encoding }, rawBody }
        const { status, body } = await fire({ method: 'POST', path: '/v1/order', request })
        expect([status, body['issues']]).toEqual([400, [expect.objectContaining({ code: 'body.content_encoding' })]])
      }
    },
  )

  // No plan has such an id; which names are visible is in fields.test.ts.
  const STORABLE_ANSWERS = { plan_id: [400], challenge_id: [201, 409], name: [201, 400, 409] }

  test.each(['plan_id', 'challenge_id', 'name'] as const)(
    '%s: text that cannot be stored is 400, and no other is a fault',
    async (field) => {
      const { api } = engine.as()
      const values = draw(TRAPS, 12, (value) => `${field} ${value}`)
      await inTurns(values, async (value) => {
        const body = { plan_id: 'standard-100k', challenge_id: randomUUID(), [field]: value }
        const { status } = await api.post('/v1/accounts', { body })
        const isStorable =
          value !== '' && value.length <= (field === 'plan_id' ? 64 : 128) && !/[\p{Cc}\p{Cs}]/u.test(value)
        const expected = isStorable ? STORABLE_ANSWERS[field] : [400]
        expect([value, status, expected.includes(status)]).toEqual([value, status, true])
      })
    },
  )

  test('a parameter sent twice is 400; one that is unknown is ignored, whatever it holds', async () => {
    const price = (rest: string) => fire({ method: 'GET', path: `/v1/price?${rest}`, request: {} })
    expect((await price('symbol=BTC-USD&symbol=BTC-USD')).status).toBe(400)
    expect((await price('symbol[]=BTC-USD')).status).toBe(400)
    for (const unknown of [
      'x=1',
      'x=1&x=2',
      '__proto__=1',
      '__proto__[polluted]=1',
      'x=%00',
      'x=%ff',
      '%00=1',
      '&&=&',
      'x=%zz',
    ]) {
      expect([unknown, (await price(`symbol=BTC-USD&${unknown}`)).status]).toEqual([unknown, 200])
    }
    expect((await price('symbol=BTC-USD%00')).status).toBe(400)
  })
})

test('enough was sent, nothing went wrong behind the answers, and the engine is as well as before', async () => {
  expect(sent).toBeGreaterThanOrEqual(5_000 / SHARE)
  expect(engine.logs.entries().filter(({ level }) => Number(level) >= 40)).toEqual([])
  expect(Object.keys(Object.prototype)).toEqual([])
  expect((await engine.api.get('/readyz')).status).toBe(200)
  const { rows } = await engine.pool.query<{ wrong: string }>(
    `select a.id as wrong from accounts a where a.balance <>
       (select sum(case when t.direction = 'IN' then t.amount else -t.amount end) from transfers t where t.account_id = a.id)`,
  )
  expect(rows).toEqual([])
})
