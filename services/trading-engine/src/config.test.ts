import { loadConfig } from '@ats/service-kit'
import { engineConfigSchema } from './config.js'

const REQUIRED = {
  DATABASE_URL: 'postgres://localhost/trading',
  WALLET_URL: 'http://localhost:4002',
  WALLET_SERVICE_TOKEN: 'x'.repeat(32),
}
const load = (given: NodeJS.ProcessEnv) => loadConfig(engineConfigSchema, { ...REQUIRED, ...given })

describe('the feed', () => {
  it('is the synthetic one unless another is named', () => {
    expect(load({}).MARKET_FEED).toBe('synthetic')
  })

  it('replays from the beginning, as fast as it was, unless told otherwise', () => {
    expect(load({ MARKET_FEED: 'replay', REPLAY_PATH: 'recordings' })).toMatchObject({
      REPLAY_PATH: 'recordings',
      REPLAY_SPEED: 1,
      REPLAY_START: null,
      REPLAY_STALE_SECONDS: 60,
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
    [{ MARKET_FEED: 'live' }, 'MARKET_FEED must be one of [synthetic, replay]'],
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
  })
})

describe('webhooks', () => {
  const production = { NODE_ENV: 'production', ALLOW_SYNTHETIC_MARKET_IN_PRODUCTION: 'true' }

  it('go to the public internet only, unless told otherwise', () => {
    expect(load(production)).toMatchObject({
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

  it.each([{ WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8' }, { WEBHOOK_CA_FILE: 'ca.pem' }, { WEBHOOK_SCHEDULE_DIVISOR: '2' }])(
    '%j is refused in production',
    (setting) => {
      expect(() => load({ ...production, ...setting })).toThrow(
        `${Object.keys(setting)[0]} must not be set in production: webhooks go to the public internet only`,
      )
    },
  )

  it('refuses what is no range', () => {
    expect(() => load({ WEBHOOK_ALLOW_CIDRS: 'localhost' })).toThrow('WEBHOOK_ALLOW_CIDRS')
  })
})
