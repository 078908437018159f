import fc from 'fast-check'
import { anyCharacter, draw, hostileBodies } from '@ats/test-kit'
import { createKey, newUser, SERVICE_TOKEN, startTestWallet, type TestWallet } from './start-test-wallet.js'

/** A tenth of what is made up, another one with every seed; `SUITE=whole` sends all of it. */
const SHARE = process.env['SUITE'] === 'whole' ? 1 : 10

let wallet: TestWallet

beforeAll(async () => {
  wallet = await startTestWallet()
})

afterAll(() => wallet.stop())

const text = fc.oneof(
  fc.string({ unit: anyCharacter, maxLength: 200 }),
  fc.constantFrom(
    '',
    ' ',
    '\u0000',
    '\ud800',
    '\udfff\ud800',
    '\u2028',
    "';--",
    '1e309',
    '-0',
    'null',
    '__proto__',
    'x'.repeat(300),
  ),
  fc.constantFrom(
    'READ_ONLY',
    'TRADE',
    '10.0.0.0/8',
    '::1/200',
    'https://example.com',
    'https://[::1]',
    '2031-02-30T00:00:00Z',
  ),
)
const anything = fc.anything({
  values: [text, fc.double(), fc.integer(), fc.boolean(), fc.constant(null), fc.maxSafeInteger()],
  withNullPrototype: false,
  maxDepth: 4,
})

const createBody = fc.record(
  {
    label: fc.oneof(text, anything),
    permissions: fc.oneof(fc.array(fc.constantFrom('READ_ONLY', 'TRADE', 'MANAGE_ORDERS'), { maxLength: 4 }), anything),
    ipWhitelist: fc.oneof(fc.array(fc.oneof(text, fc.ipV4(), fc.ipV6()), { maxLength: 4 }), anything),
    webhookUrl: fc.oneof(fc.webUrl({ validSchemes: ['https', 'http'], withQueryParameters: true }), text, anything),
    expiresAt: fc.oneof(
      fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
      text,
      anything,
    ),
    [String('__proto__')]: anything,
    constructor: anything,
    user_id: anything,
  },
  { requiredKeys: [] },
)
const updateBody = fc.record(
  {
    label: fc.oneof(text, anything),
    webhookUrl: fc.oneof(fc.webUrl({ validSchemes: ['https', 'http'] }), text, anything),
    permissions: anything,
  },
  { requiredKeys: [] },
)
const validateBody = fc.record(
  {
    key: fc.oneof(text, anything),
    secret: fc.oneof(text, anything),
    ip: fc.oneof(text, fc.ipV4(), fc.ipV6(), anything),
    scope: anything,
  },
  { requiredKeys: [] },
)
const rawBody = fc.oneof(
  { weight: 4, arbitrary: createBody.map((body) => JSON.stringify(body)) },
  { weight: 2, arbitrary: updateBody.map((body) => JSON.stringify(body)) },
  { weight: 2, arbitrary: validateBody.map((body) => JSON.stringify(body)) },
  { weight: 1, arbitrary: anything.map((body) => JSON.stringify(body) ?? '') },
  { weight: 1, arbitrary: fc.uint8Array({ maxLength: 400 }).map((bytes) => Buffer.from(bytes)) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      '[',
      '{"a":',
      '[]',
      '"x"',
      '1e999',
      '{"label":1e309}',
      '['.repeat(8_000),
      '{"a":'.repeat(2_000),
    ),
  },
)

/** The characters HTTP lets into a path: anything printable, percent-encoded or not. */
const segment = fc.oneof(
  text.map((part) => encodeURIComponent(part.toWellFormed())),
  fc.stringMatching(/^[!-"$->@-~]{0,30}$/),
  fc.constantFrom('%', '%zz', '%00', '%ff', '..', '.', '%2e%2e', '%2F', '*', 'validate', ''),
)
const path = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom('/api/api-keys', '/api/api-keys/validate') },
  { weight: 2, arbitrary: segment.map((part) => `/api/api-keys/${part}`) },
  { weight: 1, arbitrary: segment.map((part) => `/api/api-keys/${part}/rotate-webhook-secret`) },
  { weight: 1, arbitrary: segment.map((part) => `/api/api-keys/${part}/rotate`) },
  { weight: 1, arbitrary: fc.array(segment, { maxLength: 4 }).map((parts) => `/${parts.join('/')}`) },
)
const query = fc.oneof(
  fc.constant(''),
  fc.stringMatching(/^[!-"$-~]{0,40}$/).map((part) => `?${part}`),
  segment.map((part) => `?${part}=1&${part}=2`),
)

const internalPath = fc.oneof(
  segment.map((part) => `/api/internal/webhook-endpoints?userId=${part}`),
  segment.map((part) => `/api/internal/webhook-endpoints/${part}`),
  query.map((requested) => `/api/internal/webhook-endpoints${requested}`),
)

/** The characters HTTP lets into a header: no control characters, one byte each. */
const headerText = fc.stringMatching(/^[ -~\u00a0-\u00ff]{0,140}$/)
const headers = fc
  .record(
    {
      'x-user-id': fc.oneof(headerText, fc.array(headerText, { minLength: 2, maxLength: 3 })),
      'x-request-id': headerText,
      authorization: headerText,
      'content-type': headerText,
      'content-encoding': fc.constantFrom('gzip', 'br', 'identity', ''),
      'x-forwarded-for': headerText,
      expect: headerText.filter((value) => !/100-continue/i.test(value)),
      cookie: headerText,
      accept: headerText,
    },
    { requiredKeys: [] },
  )
  .map((drawn) => drawn as Record<string, string | string[]>)

const method = fc.constantFrom('GET', 'POST', 'DELETE', 'PUT', 'PATCH', 'OPTIONS', 'HEAD', 'TRACE', 'PROPFIND')
const credentials = { ...newUser(), authorization: `Bearer ${SERVICE_TOKEN}` }

/** The client has already held every answer to the document: JSON, and for errors the error body. */
async function expectNoFault(sent: Promise<{ status: number; text: string; headers: object }>): Promise<void> {
  const { status, text: answer, headers: received } = await sent
  expect(status).toBeLessThan(500)
  expect(received).toHaveProperty('x-request-id')
  if (status >= 400 && answer !== '') {
    expect(JSON.parse(answer)).toMatchObject({
      error: expect.any(String) as string,
      request_id: expect.any(String) as string,
    })
  }
}

it('bodies of any kind are accepted or refused, never a fault', async () => {
  const target = fc.constantFrom<[string, string]>(
    ['POST', '/api/api-keys'],
    ['POST', '/api/api-keys/validate'],
    ['DELETE', '/api/api-keys/0190f0a0-0000-7000-8000-000000000000'],
  )
  await fc.assert(
    fc.asyncProperty(target, rawBody, ([verb, where], body) =>
      expectNoFault(
        wallet.api.request(verb, where, { headers: { ...credentials, ...newUser() }, rawBody: Buffer.from(body) }),
      ),
    ),
    { numRuns: 900 / SHARE },
  )
})

it('bodies of 16 KB that are expensive to refuse get short responses', async () => {
  const user = newUser()
  const { apiKey } = await createKey(wallet, user)
  const fields = ['label', 'permissions', 'ipWhitelist', 'webhookUrl', 'expiresAt', 'key', 'secret', 'ip', 'scope']
  for (const [what, rawBody] of draw(hostileBodies(16 * 1024, fields), 6, ([name]) => name)) {
    for (const [method, path] of [
      ['POST', '/api/api-keys'],
      ['PATCH', `/api/api-keys/${apiKey.id}`],
      ['POST', '/api/api-keys/validate'],
    ] as const) {
      const headers = { ...user, authorization: credentials.authorization, 'content-type': 'application/json' }
      const { status, text: answer, body } = await wallet.api.request(method, path, { headers, rawBody })
      expect([what, path, status, answer.length < 20_000]).toEqual([what, path, 400, true])
      expect((body['issues'] as unknown[]).length).toBeLessThanOrEqual(50)
    }
  }
})

it('any change of a key is accepted or refused, never answered with 500', async () => {
  const user = newUser()
  const { apiKey } = await createKey(wallet, user)
  const body = updateBody.map((fields) => JSON.stringify(fields))
  await fc.assert(
    fc.asyncProperty(body, (changes) =>
      expectNoFault(
        wallet.api.patch(`/api/api-keys/${apiKey.id}`, {
          headers: { ...user, 'content-type': 'application/json' },
          rawBody: changes,
        }),
      ),
    ),
    { numRuns: 300 / SHARE },
  )
})

it('any question about webhooks is answered, never with 500', async () => {
  await fc.assert(
    fc.asyncProperty(internalPath, (where) => expectNoFault(wallet.internal.request('GET', where))),
    { numRuns: 300 / SHARE },
  )
})

it('any path, query and method is answered, never with 500', async () => {
  await fc.assert(
    fc.asyncProperty(method, path, query, (verb, where, requested) =>
      expectNoFault(wallet.api.request(verb, `${where}${requested}`, { headers: credentials })),
    ),
    { numRuns: 500 / SHARE },
  )
})

it('any headers are answered, never with 500', async () => {
  const body = Buffer.from(JSON.stringify({ label: 'l', permissions: ['TRADE'] }))
  await fc.assert(
    fc.asyncProperty(method, path, headers, (verb, where, drawn) =>
      expectNoFault(wallet.api.request(verb, where, { headers: drawn, ...(verb === 'POST' ? { rawBody: body } : {}) })),
    ),
    { numRuns: 500 / SHARE },
  )
})
