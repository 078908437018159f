import type { EngineConfig, KeyInfo } from '../bodies.js'
import { checkAccount, checkClock, checkKey, checkLatency, checkService, checkVersion } from './checks.js'

test.each([
  [40, 50, 'OK'],
  [-1_900, 10, 'OK'],
  [2_100, 200, 'OK'],
  [2_300, 200, 'NOTE'],
  [-300_300, 200, 'FIX'],
])('a clock %d ms off, known to ± %d ms, is %s', (skew, error, verdict) =>
  expect(checkClock(skew, error).verdict).toBe(verdict),
)

const key: KeyInfo = {
  key_id: 'id',
  user_id: 'user',
  permissions: ['READ_ONLY', 'TRADE', 'MANAGE_ORDERS'],
  ip_whitelist: ['10.0.0.1'],
  expires_at: null,
  rate_limit: { limit: 1200, remaining: 1200, reset_at: '2026-03-02T12:01:00.000Z' },
}
const NOW = Date.parse('2026-03-02T12:00:00Z')
const verdicts = (changes: Partial<KeyInfo>) =>
  Object.fromEntries(checkKey({ ...key, ...changes }, NOW).map(({ check, verdict }) => [check, verdict]))

test('a key is judged by scopes, end, addresses and budget', () => {
  const fine = { scopes: 'OK', expiry: 'OK', addresses: 'OK', 'rate limit': 'OK' }
  expect(verdicts({})).toEqual(fine)
  expect(verdicts({ permissions: ['TRADE'] })).toEqual({ ...fine, scopes: 'NOTE' })
  expect(verdicts({ expires_at: '2026-03-09T11:00:00Z' })).toEqual({ ...fine, expiry: 'NOTE' })
  expect(verdicts({ expires_at: '2026-03-09T13:00:00Z' })).toEqual(fine)
  expect(verdicts({ ip_whitelist: [] })).toEqual({ ...fine, addresses: 'NOTE' })
  expect(verdicts({ rate_limit: { ...key.rate_limit, remaining: 119 } })).toEqual({ ...fine, 'rate limit': 'NOTE' })
})

test('a key says what it cannot do', () => {
  const [scopes] = checkKey({ ...key, permissions: ['READ_ONLY'] }, NOW)
  expect(scopes?.advice).toContain('cannot place orders, nor cancel or change orders')
})

test('another major version is wrong, another minor one is not', () => {
  expect(checkVersion('1.4.0', '1.0.0').verdict).toBe('OK')
  expect(checkVersion('2.0.0', '1.0.0').verdict).toBe('FIX')
})

test('a slow way and a venue that is down are worth knowing', () => {
  expect(checkLatency(20, 30).verdict).toBe('OK')
  expect(checkLatency(251, 900).verdict).toBe('NOTE')
  const up = { id: 'GMX', mode: 'paper', status: 'up' } as const
  const config: Pick<EngineConfig, 'environment' | 'market_feed' | 'venues'> = {
    environment: 'development',
    market_feed: { kind: 'live', sources: [], divergence_checked: [] },
    venues: [up],
  }
  expect(checkService(config).map(({ verdict }) => verdict)).toEqual(['OK', 'OK'])
  const down = checkService({ ...config, venues: [up, { id: 'OSTIUM', mode: 'paper', status: 'down' }] })
  expect(down[1]).toMatchObject({ verdict: 'NOTE', found: 'down: OSTIUM' })
})

test.each([
  ['ACTIVE', null, 'OK', ''] as const,
  ['HALTED', 'user_kill_switch', 'NOTE', 'ats kill-switch off'] as const,
  ['REDUCE_ONLY', 'daily_loss_limit', 'NOTE', 'only reduce'] as const,
  ['TERMINATED', 'max_drawdown', 'FIX', 'ats accounts create'] as const,
])('an account that is %s (%s) is %s', (state, state_reason, verdict, advice) => {
  const found = checkAccount({ id: 'id', name: 'main', state, state_reason, locked_until: null })
  expect(found.verdict).toBe(verdict)
  expect(found.advice).toContain(advice)
})
