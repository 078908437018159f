import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { hashCredential } from '@ats/contracts'
import { ConfigError } from '@ats/service-kit/process'
import { loadEngineConfig } from './config.js'

const REQUIRED = {
  DATABASE_URL: 'postgres://localhost/trading',
  WALLET_URL: 'http://localhost:4002',
  WALLET_SERVICE_TOKEN: 'd1f0a2c3b4e5968778695a4b3c2d1e0f',
}
const hashOf = (token: string) => hashCredential(token).toString('hex')
const load = (given: NodeJS.ProcessEnv) => loadEngineConfig({ ...REQUIRED, ...given })

describe('the feed', () => {
  it('is the synthetic one unless another is named', () => {
    expect(load({}).MARKET_FEED).toBe('synthetic')
  })

  it('replays from the beginning, as fast as it was, unless told otherwise', () => {
    expect(load({ MARKET_FEED: 'replay', REPLAY_PATH: 'recordings' })).toMatchObject({
      ...{ REPLAY_PATH: 'recordings', REPLAY_SPEED: 1, REPLAY_START: null, REPLAY_STALE_SECONDS: 60 },
      REPLAY_RUN: 'first',
    })
    const told = { REPLAY_SPEED: '0.5', REPLAY_START: '2020-03-13', REPLAY_STALE_SECONDS: '0', REPLAY_RUN: 'b' }
    expect(load({ MARKET_FEED: 'replay', REPLAY_PATH: 'recordings', ...told })).toMatchObject({
      REPLAY_SPEED: 0.5,
      REPLAY_START: Date.parse('2020-03-13') * 1000,
      REPLAY_STALE_SECONDS: 0,
      REPLAY_RUN: 'b',
    })
  })

  it.each([
    [{ MARKET_FEED: 'guessed' }, 'MARKET_FEED must be one of [synthetic, replay, live]'],
    [{ MARKET_FEED: 'live', TICK_RETENTION_DAYS: '1' }, 'TICK_RETENTION_DAYS must be greater than or equal to 2'],
    [{ MARKET_FEED: 'live', GMX_PRICES_URLS: 'http://prices.example' }, 'use https'],
    [{ MARKET_FEED: 'replay' }, 'REPLAY_PATH is required'],
    [{ REPLAY_PATH: 'recordings' }, 'REPLAY_PATH is set, but MARKET_FEED is not replay'],
    [
      { MARKET_FEED: 'replay', REPLAY_PATH: 'a', REPLAY_SPEED: '0' },
      'REPLAY_SPEED must be greater than or equal to 0.001',
    ],
    [
      { MARKET_FEED: 'replay', REPLAY_PATH: 'a', REPLAY_SPEED: '1000001' },
      'REPLAY_SPEED must be less than or equal to 1000000',
    ],
    [
      { MARKET_FEED: 'replay', REPLAY_PATH: 'a', REPLAY_START: 'soon' },
      'REPLAY_START is not usable: it must be a date or',
    ],
    [{ MARKET_FEED: 'replay', REPLAY_PATH: 'a', REPLAY_STALE_SECONDS: '-1' }, 'REPLAY_STALE_SECONDS must be greater'],
  ])('%p: %s', (given, problem) => {
    expect(() => load(given)).toThrow(problem)
  })

  it('makes up its prices in production only when told to; recorded ones need no leave', () => {
    expect(() => load({ NODE_ENV: 'production' })).toThrow('MARKET_FEED=synthetic makes up its prices')
    expect(load({ NODE_ENV: 'production', MARKET_FEED: 'replay', REPLAY_PATH: 'a' }).MARKET_FEED).toBe('replay')
    expect(load({ NODE_ENV: 'production', MARKET_FEED: 'live' }).MARKET_FEED).toBe('live')
  })
})

describe('venue costs', () => {
  it.each([
    [{}, []],
    [{ VENUE_COSTS: 'none' }, []],
    [{ VENUE_COSTS: 'borrowing, oracle_fee' }, ['borrowing', 'oracle_fee']],
  ])('%p: %p', (given, names) => {
    expect(load(given).VENUE_COSTS).toEqual(names)
  })

  it('names those that there are', () => {
    expect(() => load({ VENUE_COSTS: 'borrow' })).toThrow('VENUE_COSTS')
  })
})

describe('production', () => {
  const SAFE = { NODE_ENV: 'production', MARKET_FEED: 'replay', REPLAY_PATH: 'a' }
  const problemsOf = (given: NodeJS.ProcessEnv): readonly string[] => {
    try {
      load({ ...SAFE, ...given })
      return []
    } catch (error) {
      if (error instanceof ConfigError) return error.problems
      throw error
    }
  }

  const GATEWAY = '0e1b2c3d4f5a6978877069504132f3e4'

  /** Each alone, with how its problem begins. */
  const UNSAFE: readonly [NodeJS.ProcessEnv, string][] = [
    [{ MARKET_FEED: 'synthetic', REPLAY_PATH: undefined }, 'MARKET_FEED=synthetic makes up'],
    [{ AUTH_MODE: 'optional' }, 'AUTH_MODE=optional lets anyone'],
    [{ WALLET_SERVICE_TOKEN: 'x'.repeat(32) }, 'WALLET_SERVICE_TOKEN is a placeholder'],
    [{ INTERNAL_PORT: '4000' }, 'INTERNAL_PORT is PORT'],
    [{ GATEWAY_HMAC_SECRETS: GATEWAY, GATEWAY_PORT: '4000' }, 'GATEWAY_PORT is PORT or INTERNAL_PORT'],
    [{ WALLET_URL: 'http://wallet.example.com' }, 'WALLET_URL would send secrets in the clear'],
    [{ TRUSTED_PROXIES: '10.0.0.0/8, 0.0.0.0/0' }, 'TRUSTED_PROXIES is so wide'],
    [{ WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8' }, 'WEBHOOK_ALLOW_CIDRS lets users have this network called'],
    [{ WEBHOOK_CA_FILE: 'ca.pem' }, 'WEBHOOK_CA_FILE is for receivers of your own'],
    [{ WEBHOOK_SCHEDULE_DIVISOR: '2' }, 'WEBHOOK_SCHEDULE_DIVISOR is for tests'],
  ]

  it('starts when nothing is unsafe', () => {
    expect(problemsOf({})).toEqual([])
    expect(load(SAFE).AUTH_MODE).toBe('required')
  })

  it.each(UNSAFE)('refuses %j; elsewhere it is fine', (given, problem) => {
    expect(problemsOf(given)).toEqual([expect.stringContaining(problem)])
    for (const environment of ['development', 'test'])
      expect(problemsOf({ ...given, NODE_ENV: environment })).toEqual([])
  })

  it.each([
    [{ GATEWAY_HMAC_SECRETS: 'z'.repeat(32) }, 'GATEWAY_HMAC_SECRETS holds a placeholder'],
    [{ GATEWAY_HMAC_SECRETS: `${GATEWAY},${GATEWAY}` }, 'GATEWAY_HMAC_SECRETS holds a secret twice'],
    [{ GATEWAY_HMAC_SECRETS: GATEWAY, OPERATORS: `olga:${hashOf(GATEWAY)}:operator` }, 'OPERATORS has the SHA-256 of'],
    [{ GATEWAY_HMAC_SECRETS: GATEWAY, GATEWAY_PORT: '4010' }, 'GATEWAY_PORT is PORT or INTERNAL_PORT'],
  ])('refuses %j, too', (given, problem) => {
    expect(problemsOf(given)).toEqual([expect.stringContaining(problem)])
  })

  it('names all of them in one error, together with other problems, and no value', () => {
    const everything = Object.assign({}, ...UNSAFE.map(([given]) => given)) as NodeJS.ProcessEnv
    const problems = problemsOf({ ...everything, DATABASE_POOL_MAX: 'x', DATABASE_URL: 'mysql://db', ROLE: 'boss' })
    for (const [, problem] of UNSAFE) expect(problems.filter((each) => each.startsWith(problem))).toHaveLength(1)
    for (const name of ['DATABASE_POOL_MAX', 'DATABASE_URL', 'ROLE']) {
      expect(problems.filter((each) => each.startsWith(name))).toHaveLength(1)
    }
    expect(problems).toHaveLength(UNSAFE.length + 3)
    expect(problems.join()).not.toMatch(/xxx|yyy|mysql|boss|example\.com/)
  })

  it('names what is unsafe also where required settings are missing', () => {
    const problems = problemsOf({ AUTH_MODE: 'optional', WALLET_SERVICE_TOKEN: undefined, WALLET_URL: '' })
    expect(problems.map((problem) => problem.split(/[ =]/)[0])).toEqual([
      'WALLET_URL',
      'WALLET_SERVICE_TOKEN',
      'AUTH_MODE',
    ])
  })

  it('may log at any level: none logs what callers send', () => {
    expect(problemsOf({ LOG_LEVEL: 'trace' })).toEqual([])
  })
})

describe('operators', () => {
  const entry = (name: string, role: string, token = name) => `${name}:${hashOf(token)}:${role}`

  it('have no internal listener unless there is one', () => {
    expect(load({})).toMatchObject({ INTERNAL_HOST: '127.0.0.1', INTERNAL_PORT: 4010, OPERATORS: [] })
    const people = `${entry('olga', 'operator')}, ${entry('Otto B', 'approver')}`
    expect(load({ OPERATORS: people }).OPERATORS).toMatchObject([
      { name: 'olga', role: 'operator', hash: hashOf('olga') },
      { name: 'Otto B', role: 'approver' },
    ])
  })

  it('may be in a file, a line each', () => {
    const file = join(mkdtempSync(join(tmpdir(), 'operators-')), 'operators')
    writeFileSync(
      file,
      `# the desk\n${entry('olga', 'operator')} # until May\n\n${entry('olga', 'operator', 'next')}\n`,
    )
    expect(load({ OPERATORS_FILE: file }).OPERATORS.map(({ name }) => name)).toEqual(['olga', 'olga'])
    expect(() => load({ OPERATORS_FILE: file, OPERATORS: entry('anna', 'viewer') })).toThrow('not both')
    expect(() => load({ OPERATORS_FILE: `${file}x` })).toThrow('OPERATORS_FILE cannot be read')
  })

  it('are not named by the setting of before', () => {
    expect(() => load({ OPERATOR_TOKENS: 'a'.repeat(32) })).toThrow(/OPERATOR_TOKENS.*UPGRADING/)
  })

  it('are refused with what is wrong of which entry', () => {
    expect(() => load({ OPERATORS: `${entry('olga', 'operator')},otto:approver` })).toThrow(
      'OPERATORS is not usable: entry 2 must be name:sha256:role',
    )
  })
})

describe('notifications', () => {
  const mail = { SMTP_URL: 'smtp://u:p@mail.example:587', MAIL_FROM: 'Desk <desk@example.com>' }

  it('go by the channels that need no setting, unless told otherwise', () => {
    expect(load({})).toMatchObject({
      ...{ DASHBOARD_URL: null, PUBLIC_URL: null, SMTP_URL: null, MAIL_FROM: null, TELEGRAM_BOT_TOKEN: null },
      TELEGRAM_API_URL: 'https://api.telegram.org',
    })
  })

  it('take addresses without the slash at their end', () => {
    const urls = { DASHBOARD_URL: 'https://app.example/', PUBLIC_URL: 'https://api.example/x/' }
    expect(load({ ...mail, ...urls })).toMatchObject({
      ...{ ...mail, DASHBOARD_URL: 'https://app.example', PUBLIC_URL: 'https://api.example/x' },
    })
  })

  it.each([
    ['a mail server without a sender', { SMTP_URL: mail.SMTP_URL, PUBLIC_URL: 'https://api.example' }, 'MAIL_FROM'],
    ['a mail server without links to stop', mail, 'PUBLIC_URL'],
    ['a mail server that is none', { SMTP_URL: 'https://mail.example' }, 'SMTP_URL'],
    ['a sender of two lines', { ...mail, MAIL_FROM: 'a\nBcc: x <d@example.com>' }, 'MAIL_FROM'],
    ['a bot without its secret', { TELEGRAM_BOT_TOKEN: '12345' }, 'TELEGRAM_BOT_TOKEN'],
    ['a bot in the clear', { TELEGRAM_API_URL: 'http://api.telegram.org' }, 'TELEGRAM_API_URL'],
  ])('%s is refused', (_case, env, setting) => {
    expect(() => load(env)).toThrow(setting)
  })
})

describe('webhooks', () => {
  it('go to the public internet only, unless told otherwise', () => {
    expect(load({})).toMatchObject({
      WEBHOOK_ALLOW_CIDRS: [],
      WEBHOOK_CA_FILE: null,
      WEBHOOK_SCHEDULE_DIVISOR: 1,
      WEBHOOK_RETENTION_DAYS: 30,
    })
    const local = {
      WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8, ::1',
      WEBHOOK_CA_FILE: 'ca.pem',
      WEBHOOK_SCHEDULE_DIVISOR: '100',
    }
    expect(load(local)).toMatchObject({
      WEBHOOK_ALLOW_CIDRS: ['127.0.0.0/8', '::1'],
      WEBHOOK_CA_FILE: 'ca.pem',
      WEBHOOK_SCHEDULE_DIVISOR: 100,
    })
  })

  it('refuses what is no range', () => {
    expect(() => load({ WEBHOOK_ALLOW_CIDRS: 'localhost' })).toThrow('WEBHOOK_ALLOW_CIDRS')
  })
})
