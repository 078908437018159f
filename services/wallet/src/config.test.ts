import { KeyObject } from 'node:crypto'
import { ConfigError } from '@ats/service-kit/process'
import { loadRotationConfig, loadWalletConfig } from './config.js'

const TOKEN = 'd1f0a2c3b4e5968778695a4b3c2d1e0f'
const minimal = { DATABASE_URL: 'postgres://wallet:pw@127.0.0.1/wallet', SERVICE_TOKENS: TOKEN }
const signed = { USER_ID_TRUST: 'gateway-hmac', GATEWAY_HMAC_SECRETS: '0f1e2d3c4b5a69788796e5b4c3a2f0d1' }
const ENCRYPTION_KEY = `main:${Buffer.alloc(32, 7).toString('base64')}`

function problemsOf(env: NodeJS.ProcessEnv): readonly string[] {
  try {
    loadWalletConfig(env)
    return []
  } catch (error) {
    if (error instanceof ConfigError) return error.problems
    throw error
  }
}

it('needs little, and fills in the rest', () => {
  expect(loadWalletConfig({ ...minimal, UNRELATED: 'x' })).toEqual({
    NODE_ENV: 'development',
    HOST: '127.0.0.1',
    PORT: 4001,
    INTERNAL_HOST: '127.0.0.1',
    INTERNAL_PORT: 4011,
    ALLOWED_HOSTS: [],
    DRAIN_MS: 0,
    DATABASE_URL: minimal.DATABASE_URL,
    DATABASE_POOL_MAX: 10,
    SERVICE_TOKENS: [TOKEN],
    REDIS_URL: null,
    USER_ID_TRUST: 'plain',
    GATEWAY_HMAC_SECRETS: [],
    GATEWAY_HMAC_ACCEPT_V1: false,
    ALLOW_PLAIN_USER_ID_IN_PRODUCTION: false,
    REQUESTS_PER_MINUTE_PER_USER: 300,
    KEY_CHANGES_PER_HOUR: 60,
    FAILED_AUTHENTICATIONS_PER_MINUTE: 600,
    PUBLIC_REQUESTS_PER_MINUTE: 600,
    IN_FLIGHT_MAX: 2_000,
    IN_FLIGHT_PER_USER: 100,
    IN_FLIGHT_PER_ADDRESS: 200,
    CONNECTIONS_PER_ADDRESS: 1_000,
    TRUSTED_PROXIES: [],
    LOG_LEVEL: 'info',
    INSTANCE_ID: null,
    OTEL_EXPORTER_OTLP_ENDPOINT: null,
    OTEL_TRACES_SAMPLER_ARG: 1,
    WEBHOOK_ALLOW_PRIVATE_HOSTS: false,
    AUDIT_REFUSALS_DAYS: 90,
    WEBHOOK_SECRET_KEYS: [{ id: 'development', key: expect.any(KeyObject) as KeyObject }],
    WEBHOOK_SECRET_GRACE_HOURS: 24,
  })
})

it('reads lists', () => {
  const config = loadWalletConfig({
    ...minimal,
    SERVICE_TOKENS: ` ${TOKEN} , ${'u'.repeat(40)},`,
    TRUSTED_PROXIES: '10.0.0.0/8, ::1',
  })
  expect(config.SERVICE_TOKENS).toEqual([TOKEN, 'u'.repeat(40)])
  expect(config.TRUSTED_PROXIES).toEqual(['10.0.0.0/8', '::1'])
})

it('wants signatures in production', () => {
  const production = { ...minimal, NODE_ENV: 'production', WEBHOOK_SECRET_KEYS: ENCRYPTION_KEY }
  expect(problemsOf(production).join()).toMatch(/GATEWAY_HMAC_SECRETS/)
  expect(loadWalletConfig({ ...production, GATEWAY_HMAC_SECRETS: signed.GATEWAY_HMAC_SECRETS }).USER_ID_TRUST).toBe(
    'gateway-hmac',
  )
  expect(loadWalletConfig({ ...production, ...signed }).USER_ID_TRUST).toBe('gateway-hmac')
})

it('refuses plain trust in production unless it is allowed explicitly', () => {
  const plain = {
    ...minimal,
    NODE_ENV: 'production',
    USER_ID_TRUST: 'plain',
    WEBHOOK_SECRET_KEYS: ENCRYPTION_KEY,
  }
  expect(problemsOf(plain)).toHaveLength(1)
  expect(problemsOf(plain)[0]).toMatch(/USER_ID_TRUST=plain .* ALLOW_PLAIN_USER_ID_IN_PRODUCTION=true/)
  expect(problemsOf({ ...plain, ALLOW_PLAIN_USER_ID_IN_PRODUCTION: 'false' })).toHaveLength(1)
  expect(problemsOf({ ...plain, ALLOW_PLAIN_USER_ID_IN_PRODUCTION: 'true' })).toEqual([])
})

it('names every problem together, and no value', () => {
  const problems = problemsOf({
    NODE_ENV: 'production',
    USER_ID_TRUST: 'plain',
    PORT: '70000',
    INTERNAL_PORT: 'x',
    SERVICE_TOKENS: 'short-but-random',
    TRUSTED_PROXIES: '10.0.0.0/8,everyone',
    LOG_LEVEL: 'loud',
    WEBHOOK_ALLOW_PRIVATE_HOSTS: 'true',
    WEBHOOK_SECRET_KEYS: 'short-secret',
    WEBHOOK_SECRET_GRACE_HOURS: '169',
  })
  const names = [
    'DATABASE_URL',
    'USER_ID_TRUST',
    'PORT',
    'INTERNAL_PORT',
    'SERVICE_TOKENS',
    'TRUSTED_PROXIES',
    'LOG_LEVEL',
  ]
  for (const name of [...names, 'WEBHOOK_ALLOW_PRIVATE_HOSTS', 'WEBHOOK_SECRET_KEYS', 'WEBHOOK_SECRET_GRACE_HOURS']) {
    expect(problems.filter((problem) => problem.startsWith(name))).toHaveLength(1)
  }
  expect(problems).toHaveLength(10)
  expect(problems.join()).not.toContain('short-but-random')
})

/** The settings that production refuses, each with the start of its problem. */
const UNSAFE: readonly [NodeJS.ProcessEnv, string][] = [
  [{ USER_ID_TRUST: 'plain' }, 'USER_ID_TRUST=plain lets anyone'],
  [{ SERVICE_TOKENS: 'x'.repeat(32) }, 'SERVICE_TOKENS holds a placeholder'],
  [{ GATEWAY_HMAC_SECRETS: 'change-me-before-you-go-live-0123456789' }, 'GATEWAY_HMAC_SECRETS holds a placeholder'],
  [{ SERVICE_TOKENS: `${TOKEN},${TOKEN}` }, 'SERVICE_TOKENS and GATEWAY_HMAC_SECRETS hold the same'],
  [{ GATEWAY_HMAC_SECRETS: TOKEN }, 'SERVICE_TOKENS and GATEWAY_HMAC_SECRETS hold the same'],
  [{ GATEWAY_HMAC_ACCEPT_V1: 'true' }, 'GATEWAY_HMAC_ACCEPT_V1=true believes'],
  [{ TRUSTED_PROXIES: '::/0' }, 'TRUSTED_PROXIES is so wide'],
  [{ WEBHOOK_ALLOW_PRIVATE_HOSTS: 'true' }, 'WEBHOOK_ALLOW_PRIVATE_HOSTS=true lets users'],
  [{ PORT: '4011' }, 'INTERNAL_PORT is PORT'],
  [{ PORT: '4011', HOST: '10.0.0.1', INTERNAL_HOST: '0.0.0.0' }, 'INTERNAL_PORT is PORT'],
  [{ PORT: '4011', HOST: '::', INTERNAL_HOST: '10.0.0.1' }, 'INTERNAL_PORT is PORT'],
]
const production = { ...minimal, ...signed, NODE_ENV: 'production', WEBHOOK_SECRET_KEYS: ENCRYPTION_KEY }

it.each(UNSAFE)('production refuses %j; elsewhere it is fine', (env, problem) => {
  expect(problemsOf({ ...production, ...env })).toEqual([expect.stringContaining(problem)])
  expect(problemsOf({ ...production, ...env, NODE_ENV: 'development' })).toEqual([])
})

it('production takes what is safe: each listener on an address of its own, any free ports, any level of logging', () => {
  expect(problemsOf(production)).toEqual([])
  expect(problemsOf({ ...production, PORT: '4011', HOST: '10.0.0.1', INTERNAL_HOST: '10.0.0.2' })).toEqual([])
  expect(problemsOf({ ...production, PORT: '0', INTERNAL_PORT: '0' })).toEqual([])
  expect(problemsOf({ ...production, LOG_LEVEL: 'trace' })).toEqual([])
})

it('production names everything unsafe together, beside whatever else is wrong', () => {
  const everything = {
    USER_ID_TRUST: 'plain',
    SERVICE_TOKENS: `${'x'.repeat(32)},${'x'.repeat(32)}`,
    GATEWAY_HMAC_SECRETS: 'x'.repeat(32),
    GATEWAY_HMAC_ACCEPT_V1: 'true',
    TRUSTED_PROXIES: '0.0.0.0/0',
    WEBHOOK_ALLOW_PRIVATE_HOSTS: 'true',
    PORT: '4011',
  }
  const problems = problemsOf({ ...production, ...everything, DATABASE_URL: '', DATABASE_POOL_MAX: 'many' })
  for (const [, problem] of UNSAFE) expect(problems.filter((each) => each.startsWith(problem))).toHaveLength(1)
  for (const name of ['DATABASE_URL', 'DATABASE_POOL_MAX']) {
    expect(problems.filter((each) => each.startsWith(name))).toHaveLength(1)
  }
  expect(problems).toHaveLength(new Set(UNSAFE.map(([, problem]) => problem)).size + 2)
})

it.each([
  ['no token', { SERVICE_TOKENS: '' }],
  ['three tokens', { SERVICE_TOKENS: [TOKEN, TOKEN, TOKEN].join() }],
  ['a short secret', { ...signed, GATEWAY_HMAC_SECRETS: 'short' }],
  ['three secrets', { ...signed, GATEWAY_HMAC_SECRETS: [TOKEN, TOKEN, TOKEN].join() }],
  ['an unknown trust', { USER_ID_TRUST: 'none' }],
  ['two encryption keys of one id', { WEBHOOK_SECRET_KEYS: `${ENCRYPTION_KEY},${ENCRYPTION_KEY}` }],
  ['a second encryption key that is malformed', { WEBHOOK_SECRET_KEYS: `${ENCRYPTION_KEY},old:AAAA` }],
  ['encryption keys of commas', { WEBHOOK_SECRET_KEYS: ',' }],
  ['a negative grace', { WEBHOOK_SECRET_GRACE_HOURS: '-1' }],
  ['half an hour of grace', { WEBHOOK_SECRET_GRACE_HOURS: '0.5' }],
  ['another database', { DATABASE_URL: 'mysql://127.0.0.1/wallet' }],
])('refuses %s', (_case, env) => {
  expect(problemsOf({ ...minimal, ...env })).toHaveLength(1)
})

it('wants encryption keys in production, and for re-encrypting anywhere', () => {
  const production = { ...minimal, ...signed, NODE_ENV: 'production' }
  for (const WEBHOOK_SECRET_KEYS of [undefined, ''])
    expect(problemsOf({ ...production, WEBHOOK_SECRET_KEYS })).toEqual(['WEBHOOK_SECRET_KEYS is required'])
  expect(problemsOf({ ...production, WEBHOOK_SECRET_KEYS: ENCRYPTION_KEY })).toEqual([])
  expect(() => loadRotationConfig(minimal)).toThrow(/WEBHOOK_SECRET_KEYS is required/)
})

it('reads encryption keys in their order', () => {
  const older = `old:${Buffer.alloc(32, 8).toString('base64')}`
  const { WEBHOOK_SECRET_KEYS } = loadRotationConfig({ ...minimal, WEBHOOK_SECRET_KEYS: `${ENCRYPTION_KEY}, ${older}` })
  expect(WEBHOOK_SECRET_KEYS.map(({ id, key }) => [id, key.export()[0]])).toEqual([
    ['main', 7],
    ['old', 8],
  ])
})

it('cannot be changed once it is loaded', () => {
  const config = loadWalletConfig(minimal)
  expect(Object.isFrozen(config)).toBe(true)
  expect(Object.isFrozen(config.SERVICE_TOKENS)).toBe(true)
})
