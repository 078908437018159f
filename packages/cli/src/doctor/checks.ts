/** Judges the facts that the doctor collects: no I/O. */
import type { AccountRecord, EngineConfig, KeyInfo } from '../bodies.js'
import { broken, ok, worthKnowing, type Finding } from './finding.js'

/** Beyond it a signed webhook is refused as too old or of the future. */
const SKEW_MAX_MS = 300_000
const SKEW_NOTED_MS = 2_000

/** `skewMs` is above 0 where this machine is ahead; `errorMs` is half the time of the request. */
export function checkClock(skewMs: number, errorMs: number): Finding {
  const text = `${Math.abs(Math.round(skewMs))} ms ${skewMs < 0 ? 'behind' : 'ahead of'} the service, ± ${Math.ceil(errorMs)} ms`
  if (Math.abs(skewMs) - errorMs > SKEW_MAX_MS)
    return broken('clock', text, 'set it by NTP: beyond 5 min every signed webhook is refused')
  if (Math.abs(skewMs) - errorMs > SKEW_NOTED_MS)
    return worthKnowing('clock', text, 'set it by NTP: times of orders and events will look wrong')
  return ok('clock', text)
}

const SLOW_MS = 250

export function checkLatency(p50: number, max: number): Finding {
  const text = `${p50.toFixed(1)} ms for a price, at most ${max.toFixed(1)} ms`
  return p50 > SLOW_MS
    ? worthKnowing('latency', text, 'run the bot nearer to the service; ats bench measures more')
    : ok('latency', text)
}

export function checkVersion(service: string, client: string): Finding {
  const major = (version: string): string => version.split('.')[0] ?? ''
  const text = `service ${service}, ats ${client}`
  return major(service) === major(client)
    ? ok('version', text)
    : broken('version', text, 'install the ats of the same major version as the service')
}

export function checkService({
  environment,
  market_feed,
  venues,
}: Pick<EngineConfig, 'environment' | 'market_feed' | 'venues'>): readonly Finding[] {
  const down = venues.filter(({ status }) => status !== 'up')
  return [
    ok('service', `${environment}, prices: ${market_feed.kind}`),
    down.length === 0
      ? ok('venues', venues.map(({ id, mode }) => `${id} ${mode}`).join(', '))
      : worthKnowing(
          'venues',
          `down: ${down.map(({ id }) => id).join(', ')}`,
          'orders there wait or are refused until it is back',
        ),
  ]
}

const SOON_MS = 7 * 86_400_000
const NEEDED = [
  ['TRADE', 'place orders'],
  ['MANAGE_ORDERS', 'cancel or change orders'],
] as const

export function checkKey(
  { permissions, expires_at, ip_whitelist, rate_limit }: KeyInfo,
  now: number,
): readonly Finding[] {
  const missing = NEEDED.filter(([scope]) => !permissions.includes(scope))
  const scopes = permissions.join(', ')
  return [
    missing.length === 0
      ? ok('scopes', scopes)
      : worthKnowing(
          'scopes',
          scopes,
          `this key cannot ${missing.map(([, can]) => can).join(', nor ')}: ats keys create`,
        ),
    checkExpiry(expires_at, now),
    ip_whitelist.length === 0
      ? worthKnowing(
          'addresses',
          'the key works from anywhere',
          'ats keys create --ip ties a key to the address of your bot',
        )
      : ok('addresses', ip_whitelist.join(', ')),
    rate_limit.remaining < rate_limit.limit * 0.1
      ? worthKnowing('rate limit', budgetText(rate_limit), 'something else uses this key: give each bot its own')
      : ok('rate limit', budgetText(rate_limit)),
  ]
}

const budgetText = ({ limit, remaining, reset_at }: KeyInfo['rate_limit']): string =>
  `${remaining} of ${limit} requests left until ${reset_at}`

function checkExpiry(expiresAt: string | null, now: number): Finding {
  if (expiresAt === null) return ok('expiry', 'the key does not end by itself')
  return Date.parse(expiresAt) - now < SOON_MS
    ? worthKnowing('expiry', `the key ends ${expiresAt}`, 'replace it before: ats keys rotate')
    : ok('expiry', `the key ends ${expiresAt}`)
}

type JudgedAccount = Pick<AccountRecord, 'id' | 'name' | 'state' | 'state_reason' | 'locked_until'>

export function checkAccount({ id, name, state, state_reason, locked_until }: JudgedAccount): Finding {
  const text = `${name} ${state}${state_reason === null ? '' : ` (${state_reason})`} ${id}`
  if (state === 'ACTIVE') return ok('account', text)
  if (state === 'TERMINATED' || state === 'CLOSED')
    return broken('account', text, 'it has ended: ats accounts create opens another')
  const until = locked_until === null ? '' : ` until ${locked_until}`
  const advice =
    state_reason === 'user_kill_switch' ? 'ats kill-switch off lifts it' : `it can only reduce positions${until}`
  return worthKnowing('account', text, advice)
}
