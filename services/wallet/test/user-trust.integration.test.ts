import { execFile } from 'node:child_process'
import { createHash, createHmac } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { sendRequest } from '@ats/test-kit'
import { asUtf8, createKey, newUser, startTestWallet, type TestWallet } from './start-test-wallet.js'

const SECRET = 'gateway-secret-0123456789-0123456789'
const NEXT_SECRET = 'gateway-secret-next-0123456789-01234'
const NOW_SECONDS = 1_900_000_000
const PATH = '/api/api-keys'
const SIGNED_ENV = { USER_ID_TRUST: 'gateway-hmac', GATEWAY_HMAC_SECRETS: `${SECRET},${NEXT_SECRET}` }
const HEALTH = { method: 'GET', path: '/healthz', body: undefined }
const now = () => new Date(NOW_SECONDS * 1000)

interface Signed {
  readonly secret?: string
  readonly service?: string
  readonly at?: number | string
  readonly method?: string
  readonly path?: string
  readonly userId?: string
  readonly body?: string | Buffer
}

function sign({
  secret = SECRET,
  service = 'wallet',
  at = NOW_SECONDS,
  method = 'GET',
  path = PATH,
  userId = 'u-1',
  body = '',
}: Signed): string {
  const lines = [service, at, method, path, userId, createHash('sha256').update(body).digest('hex')]
  return `t=${at},v2=${createHmac('sha256', secret).update(lines.join('\n'), 'utf8').digest('hex')}`
}

/** Without query and body. */
function signV1({ secret = SECRET, at = NOW_SECONDS, method = 'GET', path = PATH, userId = 'u-1' }: Signed): string {
  return `t=${at},v1=${createHmac('sha256', secret).update(`${at}.${method}.${path}.${userId}`).digest('hex')}`
}

describe('plain trust', () => {
  let wallet: TestWallet
  beforeAll(async () => {
    wallet = await startTestWallet()
  })
  afterAll(() => wallet.stop())

  it('believes no page that is open in a browser, whose name was made to point here', async () => {
    const body = JSON.stringify({ label: 'theirs', permissions: ['TRADE'] })
    for (const url of [wallet.url, wallet.internalUrl])
      for (const host of ['evil.example', new URL(url).host.replace('127.0.0.1', 'evil.example')]) {
        const headers = { host, 'x-user-id': 'u-1', 'content-type': 'application/json' }
        const { status, text } = await sendRequest(url, { method: 'POST', path: PATH, headers, body })
        expect([host, status, text]).toEqual([host, 421, expect.stringContaining('misdirected')])
      }
    expect((await wallet.api.get(PATH, { headers: { 'x-user-id': 'u-1' } })).body).toEqual([])
  })

  it('answers for names that are listed', async () => {
    const listed = await startTestWallet({ env: { ALLOWED_HOSTS: 'wallet, *.trading.svc' } })
    try {
      for (const url of [listed.url, listed.internalUrl])
        for (const [host, status] of [
          ['wallet:4001', 200],
          ['w.trading.svc', 200],
          ['trading.svc', 421],
        ] as const)
          expect(await sendRequest(url, { ...HEALTH, headers: { host } })).toMatchObject({ status })
    } finally {
      await listed.stop()
    }
  })

  it.each<[string, Record<string, string | string[]>]>([
    ['missing', {}],
    ['empty', { 'x-user-id': '' }],
    ['blank', { 'x-user-id': '   ' }],
    ['too long', { 'x-user-id': 'u'.repeat(129) }],
    ['repeated', { 'x-user-id': ['u-1', 'u-2'] }],
    ['repeated with equal values', { 'x-user-id': ['u-1', 'u-1'] }],
    ['repeated, once blank', { 'x-user-id': ['', 'u-1'] }],
    ['too long, in characters of several bytes', { 'x-user-id': asUtf8('\u{1F600}'.repeat(65)) }],
    ['a byte that is not UTF-8', { 'x-user-id': 'Zo\u00eb' }],
    ['UTF-8 cut short', { 'x-user-id': asUtf8('Zo\u00eb').slice(0, -1) }],
    ['an overlong form of a letter', { 'x-user-id': '\u00c1\u0081' }],
    ['half of a surrogate pair', { 'x-user-id': '\u00ed\u00a0\u0080' }],
  ])('a user id that is %s: 401 before the body is parsed', async (_case, headers) => {
    for (const [method, path] of [
      ['GET', '/api/api-keys'],
      ['POST', '/api/api-keys'],
      ['DELETE', '/api/api-keys/not-a-uuid'],
    ] as const) {
      const rawBody = method === 'GET' ? {} : { rawBody: '{"broken' }
      const { status, body } = await wallet.api.request(method, path, { headers, ...rawBody })
      expect({ status, error: body['error'] }).toEqual({ status: 401, error: 'unauthorized' })
      expect(body['message']).toContain('X-User-Id')
    }
  })

  it.each([
    'u',
    'u'.repeat(128),
    'a, b',
    '0',
    '<script>',
    "'; DROP TABLE api_keys; --",
    'Zo\u00eb',
    '\u{1F600}'.repeat(64),
    '\ufeffu',
    '../x',
    '\u0080\u009f',
  ])('any other text is a user: %j', async (userId) => {
    const headers = { 'x-user-id': asUtf8(userId) }
    const rawBody = JSON.stringify({ label: 'l', permissions: ['TRADE'] })
    const created = await wallet.api.post('/api/api-keys', { headers, rawBody })
    expect(created.status).toBe(201)
    const { body } = await wallet.api.get<unknown[]>('/api/api-keys', { headers })
    expect(body).toHaveLength(1)
    const { rows } = await wallet.pool.query<{ user_id: string }>(
      'SELECT user_id FROM api_keys ORDER BY created_at DESC, id DESC LIMIT 1',
    )
    expect(rows).toEqual([{ user_id: userId }])
  })

  it('needs no signature and ignores one', async () => {
    const headers = { ...newUser(), 'x-user-id-signature': 'nonsense' }
    expect((await wallet.api.get('/api/api-keys', { headers })).status).toBe(200)
  })
})

describe('gateway-hmac trust', () => {
  let wallet: TestWallet
  beforeAll(async () => {
    wallet = await startTestWallet({ env: SIGNED_ENV, now })
  })
  afterAll(() => wallet.stop())

  const get = async (
    signature: string | string[] | undefined,
    userId: string | string[] = 'u-1',
    path = PATH,
  ): Promise<number> => {
    const headers = { 'x-user-id': userId, 'x-user-id-signature': signature }
    return (await wallet.api.get(path, { headers })).status
  }

  it.each<[string, Signed]>([
    ['as it should be', {}],
    ['with the other secret', { secret: NEXT_SECRET }],
    ['60 s ago', { at: NOW_SECONDS - 60 }],
    ['60 s ahead', { at: NOW_SECONDS + 60 }],
  ])('believes a user id signed %s, and reads as often as it likes', async (_case, signed) => {
    expect([await get(sign(signed)), await get(sign(signed))]).toEqual([200, 200])
  })

  it.each<[string, string | string[] | undefined]>([
    ['no signature', undefined],
    ['an empty signature', ''],
    ['a wrong secret', sign({ secret: 'another-secret-0123456789-0123456789' })],
    ['61 s ago', sign({ at: NOW_SECONDS - 61 })],
    ['61 s ahead', sign({ at: NOW_SECONDS + 61 })],
    ['another path', sign({ path: '/api/api-keys/' })],
    ['a query that was not sent', sign({ path: '/api/api-keys?x=1' })],
    ['another method', sign({ method: 'DELETE' })],
    ['another user', sign({ userId: 'u-2' })],
    ['another service', sign({ service: 'trading-engine' })],
    ['a body that was not sent', sign({ body: '{}' })],
    ['a time moved afterwards', sign({ at: NOW_SECONDS - 90 }).replace(/t=\d+/, `t=${NOW_SECONDS}`)],
    ['a time written otherwise', sign({}).replace('t=', 't=0')],
    ['digits in upper case', sign({}).replace(/v2=.*/, (digest) => `v2=${digest.slice(3).toUpperCase()}`)],
    ['only half of the digest', sign({}).slice(0, -32)],
    ['more behind the digest', `${sign({})}00`],
    ['no time', sign({}).replace(/t=\d+,/, '')],
    ['a time that is no number', sign({}).replace(/t=\d+/, 't=NaN')],
    ['the signature twice', [sign({}), sign({})]],
    ['a signature that does not cover the body', signV1({})],
    ['one that claims to', signV1({}).replace('v1', 'v2')],
  ])('refuses %s', async (_case, signature) => {
    expect(await get(signature)).toBe(401)
  })

  it('refuses a user id that is repeated, blank or not UTF-8, even when signed', async () => {
    expect(await get(sign({ userId: 'u-1, u-1' }), ['u-1', 'u-1'])).toBe(401)
    expect(await get(sign({ userId: '' }), '')).toBe(401)
    expect(await get(sign({ userId: 'Zo\u00eb' }), 'Zo\u00eb')).toBe(401)
  })

  it('signs the path with its query, and the user id as UTF-8', async () => {
    expect(await get(sign({ path: `${PATH}?x=1` }), 'u-1', `${PATH}?x=1`)).toBe(200)
    expect(await get(sign({}), 'u-1', `${PATH}?x=1`)).toBe(401)
    expect(await get(sign({ userId: 'Zo\u00eb' }), asUtf8('Zo\u00eb'))).toBe(200)
  })

  it('signs the body: it cannot be replaced', async () => {
    const body = JSON.stringify({ label: 'mine', permissions: ['READ_ONLY'] })
    const more = body.replace('READ_ONLY', 'TRADE')
    const headers = { 'x-user-id': 'u-1', 'x-user-id-signature': sign({ method: 'POST', body }) }
    expect((await wallet.api.post(PATH, { headers, rawBody: more })).status).toBe(401)
    expect((await wallet.api.post(PATH, { headers, rawBody: `${body} ` })).status).toBe(401)
    expect((await wallet.api.post(PATH, { headers, rawBody: body })).status).toBe(201)
  })

  it('is signed as the docs say', async () => {
    const page = await readFile(join(__dirname, '../../../docs/RUNNING.md'), 'utf8')
    const [, script = ''] = /```sh signature\n([^`]*)```/.exec(page) ?? []
    const body = '{"label":"bot","permissions":["TRADE"]}'
    const request = { method: 'POST', path: `${PATH}?x=1`, body }
    const env = { ...request, PATH: process.env['PATH'], t: String(NOW_SECONDS), user: 'Zo\u00eb', secret: SECRET }
    const { stdout } = await promisify(execFile)('sh', ['-ec', script], { env })
    expect(stdout).toBe(`X-User-Id-Signature: ${sign({ ...request, userId: 'Zo\u00eb' })}\n`)
  })

  it('signs each operation by itself', async () => {
    const path = `${PATH}/0190f0a0-0000-7000-8000-000000000000`
    const headers = { 'x-user-id': 'u-1', 'x-user-id-signature': sign({ method: 'DELETE', path }) }
    expect((await wallet.api.delete(path.replace(/0$/, '1'), { headers })).status).toBe(401)
    expect((await wallet.api.post(PATH, { headers, body: {} })).status).toBe(401)
    expect((await wallet.api.delete(path, { headers })).status).toBe(404)
  })

  it('believes what changes something once, on all replicas together, and for as long as it could be sent again', async () => {
    let clock = NOW_SECONDS
    const replica = await startTestWallet({
      env: SIGNED_ENV,
      databaseUrl: wallet.databaseUrl,
      now: () => new Date(clock * 1000),
    })
    try {
      const rawBody = JSON.stringify({ label: 'once', permissions: ['TRADE'] })
      const at = NOW_SECONDS + 60
      const headers = {
        'x-user-id': 'once',
        'x-user-id-signature': sign({ method: 'POST', userId: 'once', body: rawBody, at }),
      }
      const send = (to: TestWallet) => to.api.post(PATH, { headers, rawBody })
      const answers = await Promise.all([send(wallet), send(replica), send(wallet), send(replica)])
      expect(answers.map(({ status }) => status).sort()).toEqual([201, 401, 401, 401])
      clock = NOW_SECONDS + 120
      const other = sign({ method: 'POST', userId: 'another', body: rawBody, at: clock })
      await replica.api.post(PATH, { headers: { 'x-user-id': 'another', 'x-user-id-signature': other }, rawBody })
      expect((await send(replica)).status).toBe(401)
    } finally {
      await replica.stop()
    }
  })

  it('deletes signatures that have long expired', async () => {
    await wallet.pool.query(
      `INSERT INTO used_signatures SELECT sha256(n::text::bytea), to_timestamp($1) FROM generate_series(1, 60) AS n`,
      [NOW_SECONDS - 1],
    )
    const body = JSON.stringify({ label: 'l', permissions: ['TRADE'] })
    const headers = { 'x-user-id': 'u-3', 'x-user-id-signature': sign({ method: 'POST', userId: 'u-3', body }) }
    expect((await wallet.api.post(PATH, { headers, rawBody: body })).status).toBe(201)
    const { rows } = await wallet.pool.query<{ count: string }>(
      'SELECT count(*) FROM used_signatures WHERE until < to_timestamp($1)',
      [NOW_SECONDS],
    )
    expect(rows).toEqual([{ count: '0' }])
  })

  it.each<[string, string]>([
    ['no signature', ''],
    ['an old signature', sign({ method: 'POST', at: NOW_SECONDS - 61 })],
    ['a user id that is no text', sign({ method: 'POST' })],
  ])('refuses %s before a body is sent', async (what, signature) => {
    const userId = what === 'a user id that is no text' ? '\u00ff' : 'u-1'
    const { hostname, port } = new URL(wallet.url)
    const socket = connect(Number(port), hostname)
    try {
      const head = [
        `POST ${PATH} HTTP/1.1`,
        'host: localhost',
        `x-user-id: ${userId}`,
        `x-user-id-signature: ${signature}`,
      ]
      socket.write(
        `${[...head, 'content-type: application/json', 'content-length: 100'].join('\r\n')}\r\n\r\n`,
        'latin1',
      )
      const answer = await new Promise<Buffer>((resolve, reject) => {
        socket.once('data', resolve).once('error', reject)
      })
      expect(answer.toString()).toMatch(/^HTTP\/1\.1 401 /)
    } finally {
      socket.destroy()
    }
  })

  it('with GATEWAY_HMAC_ACCEPT_V1 also believes what covers neither query nor body, changing something once', async () => {
    const lenient = await startTestWallet({ env: { ...SIGNED_ENV, GATEWAY_HMAC_ACCEPT_V1: 'true' }, now })
    try {
      const read = { 'x-user-id': 'u-1', 'x-user-id-signature': signV1({}) }
      expect((await lenient.api.get(`${PATH}?x=1`, { headers: read })).status).toBe(200)
      const headers = { 'x-user-id': 'u-1', 'x-user-id-signature': signV1({ method: 'POST' }) }
      const send = () => lenient.api.post(PATH, { headers, body: { label: 'l', permissions: ['TRADE'] } })
      expect([(await send()).status, (await send()).status]).toEqual([201, 401])
    } finally {
      await lenient.stop()
    }
  })
})

it('user ids that were stored byte by byte become what they are', async () => {
  const wallet = await startTestWallet()
  try {
    const users = ['plain', 'Zo\u00eb', asUtf8('Zo\u00eb'), asUtf8('\u4f60\u597d'), '\u4f60\u597d']
    for (const userId of users) await createKey(wallet, { 'x-user-id': asUtf8(userId) })
    const { rows: before } = await wallet.pool.query<{ user_id: string }>('SELECT user_id FROM api_keys ORDER BY id')
    expect(before.map((row) => row.user_id)).toEqual(users)
    const migration = await readFile(join(__dirname, '..', 'migrations', '0005_used_signatures.sql'), 'utf8')
    await wallet.pool.query(`DROP TABLE used_signatures; ${migration}`)
    const { rows } = await wallet.pool.query<{ user_id: string }>('SELECT user_id FROM api_keys ORDER BY id')
    expect(rows.map((row) => row.user_id)).toEqual(['plain', 'Zo\u00eb', 'Zo\u00eb', '\u4f60\u597d', '\u4f60\u597d'])
  } finally {
    await wallet.stop()
  }
})
