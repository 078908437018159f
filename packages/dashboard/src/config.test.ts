import { ConfigError } from '@ats/service-kit/process'
import { loadDashboardConfig } from './config.js'

const GATEWAY = 'f3a91c5be7d2460893b1fa72c6e4d805'
const SESSION = '7be04d1f92ca6835ee21b0f7349d8ac6'
const TOKEN = 'c28d60fe13b5974a0e9f7d42ab8163c5'

const PRODUCTION = {
  ...{ NODE_ENV: 'production', PUBLIC_ORIGIN: 'https://trade.example', OIDC_ISSUER: 'https://id.example/realm' },
  ...{ OIDC_CLIENT_ID: 'dashboard', OIDC_CLIENT_SECRET: 'given-by-the-provider' },
  ...{ ENGINE_URL: 'http://engine.trading.svc:4020', WALLET_URL: 'http://wallet.trading.svc:4001' },
  ...{ GATEWAY_HMAC_SECRET: GATEWAY, SESSION_SECRETS: SESSION },
}
const OPERATORS = {
  ...{ AUDIENCE: 'operators', OPERATOR_URL: 'http://engine.trading.svc:4010', FIRM_TOKENS: `olga:${TOKEN}` },
}

function problemsOf(env: Record<string, string | undefined>): readonly string[] {
  try {
    loadDashboardConfig(env)
    return []
  } catch (error) {
    if (error instanceof ConfigError) return error.problems
    throw error
  }
}

test('defaults', () => {
  expect(loadDashboardConfig({ LOGIN: 'demo', GATEWAY_HMAC_SECRET: GATEWAY, SESSION_SECRETS: SESSION })).toMatchObject({
    ...{ HOST: '127.0.0.1', PORT: 4002, INTERNAL_PORT: 4012, AUDIENCE: 'all', PUBLIC_ORIGIN: null },
    ...{ ENGINE_URL: 'http://127.0.0.1:4020', WALLET_URL: 'http://127.0.0.1:4001', FIRM_TOKENS: [] },
    ...{ OIDC_USER_CLAIM: 'sub', REQUESTS_PER_MINUTE_PER_SESSION: 600, LOGINS_PER_MINUTE: 20 },
    ...{ STREAMS_PER_SESSION: 3, SESSION_SECRETS: [SESSION] },
  })
})

test('production: traders by default, operators by setting', () => {
  expect(problemsOf(PRODUCTION)).toEqual([])
  expect(loadDashboardConfig(PRODUCTION)).toMatchObject({ AUDIENCE: 'traders', LOGIN: 'oidc' })
  expect(problemsOf({ ...PRODUCTION, ...OPERATORS })).toEqual([])
})

test('all that is wrong is told together', () => {
  expect(problemsOf({ SESSION_SECRETS: 'short', FIRM_TOKENS: `olga:${TOKEN}`, PORT: 'x' })).toEqual(
    expect.arrayContaining([
      expect.stringContaining('GATEWAY_HMAC_SECRET'),
      expect.stringContaining('SESSION_SECRETS'),
      expect.stringContaining('OPERATOR_URL'),
      expect.stringContaining('PORT'),
      expect.stringContaining('PUBLIC_ORIGIN'),
      expect.stringContaining('OIDC_ISSUER'),
      expect.stringContaining('OIDC_CLIENT_ID'),
      expect.stringContaining('OIDC_CLIENT_SECRET'),
    ]),
  )
})

test.each<[string, Record<string, string>]>([
  ['PUBLIC_ORIGIN', { PUBLIC_ORIGIN: 'https://trade.example/' }],
  ['PUBLIC_ORIGIN', { PUBLIC_ORIGIN: 'https://trade.example/path' }],
  ['PUBLIC_ORIGIN', { PUBLIC_ORIGIN: 'https://user@trade.example' }],
  ['ENGINE_URL', { ENGINE_URL: 'ftp://engine' }],
  ['ENGINE_URL', { ENGINE_URL: 'http://engine/v1' }],
  ['OIDC_USER_CLAIM', { OIDC_USER_CLAIM: 'email' }],
  ['OIDC_SCOPE', { OIDC_SCOPE: 'profile' }],
  ['GATEWAY_HMAC_SECRET', { GATEWAY_HMAC_SECRET: 'x'.repeat(31) }],
  ['SESSION_SECRETS', { SESSION_SECRETS: `${SESSION},${'x'.repeat(31)}` }],
  ['OPERATOR_TOKEN', { ...OPERATORS, OPERATOR_TOKEN: TOKEN }],
  ['FIRM_TOKENS', { ...OPERATORS, FIRM_TOKENS: `olga:${'x'.repeat(31)}` }],
  ['FIRM_TOKENS', { ...OPERATORS, FIRM_TOKENS: TOKEN }],
  ['FIRM_TOKENS', { ...OPERATORS, FIRM_TOKENS: `${'x'.repeat(65)}:${TOKEN}` }],
  ['FIRM_TOKENS', { ...OPERATORS, FIRM_TOKENS: `olga:${TOKEN},olga:${TOKEN}x` }],
  ['FIRM_TOKENS', { ...OPERATORS, FIRM_TOKENS: `olga:${TOKEN},otto:${TOKEN}` }],
])('%s: %j is not usable anywhere', (name, settings) => {
  expect(problemsOf({ ...PRODUCTION, ...settings, NODE_ENV: 'test' })).toEqual([expect.stringContaining(name)])
})

test.each<[string, Record<string, string>]>([
  ['LOGIN', { LOGIN: 'demo' }],
  ['PUBLIC_ORIGIN', { PUBLIC_ORIGIN: 'http://trade.example' }],
  ['OIDC_ISSUER', { OIDC_ISSUER: 'http://id.example' }],
  ['AUDIENCE', { AUDIENCE: 'all' }],
  ['FIRM_TOKENS', { ...OPERATORS, AUDIENCE: 'traders' }],
  ['GATEWAY_HMAC_SECRET', { GATEWAY_HMAC_SECRET: 'change-me-change-me-change-me-change-me' }],
  ['GATEWAY_HMAC_SECRET', { SESSION_SECRETS: 'a'.repeat(40) }],
  ['GATEWAY_HMAC_SECRET', { SESSION_SECRETS: GATEWAY }],
  ['GATEWAY_HMAC_SECRET', { ...OPERATORS, FIRM_TOKENS: `olga:${GATEWAY}` }],
  ['ENGINE_URL', { ENGINE_URL: 'http://203.0.113.7:4020'.replace('203.0.113', '93.184.216') }],
  ['TRUSTED_PROXIES', { TRUSTED_PROXIES: '0.0.0.0/0' }],
  ['INTERNAL_PORT', { INTERNAL_PORT: '4002' }],
])('production refuses %s: %j, and elsewhere it may be', (name, settings) => {
  expect(problemsOf({ ...PRODUCTION, ...settings })).toEqual([expect.stringMatching(new RegExp(`^${name}`))])
  expect(problemsOf({ ...PRODUCTION, ...settings, NODE_ENV: 'test' })).toEqual([])
})
