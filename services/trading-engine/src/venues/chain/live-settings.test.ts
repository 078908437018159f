import Joi from 'joi'
import { ConfigError, loadConfig } from '@ats/service-kit/process'
import { liveExecutionSettings, MAINNET_PHRASE, type LiveExecutionConfig } from './live-settings.js'

const schema = Joi.object<LiveExecutionConfig>(liveExecutionSettings)
const load = (env: NodeJS.ProcessEnv) => loadConfig(schema, env)
const problemsOf = (env: NodeJS.ProcessEnv): readonly string[] => {
  try {
    load(env)
    return []
  } catch (error) {
    if (error instanceof ConfigError) return error.problems
    throw error
  }
}

const RPC = { LIVE_RPC_URLS: 'https://a.example,https://b.example,https://c.example' }

describe('live execution', () => {
  test('is off unless it is asked for, with budgets all the same', () => {
    expect(load({})).toMatchObject({
      ...{ LIVE_EXECUTION: 'off', LIVE_CHAIN_ID: null, LIVE_RPC_URLS: [], LIVE_CONFIRMATIONS: 20 },
      ...{ LIVE_GAS_PER_DAY: 5n * 10n ** 16n, LIVE_GAS_PER_ORDER: 10n ** 16n, LIVE_FEE_MAX_GWEI: 5n * 10n ** 9n },
    })
  })

  test('needs a chain and endpoints', () => {
    for (const LIVE_EXECUTION of ['on', 'dry-run'])
      expect(problemsOf({ LIVE_EXECUTION })).toEqual(['LIVE_CHAIN_ID is required', 'LIVE_RPC_URLS is required'])
    expect(problemsOf({ LIVE_EXECUTION: 'on', LIVE_CHAIN_ID: '421614', ...RPC })).toEqual([])
  })

  test('of real money needs three settings, of which the third says so', () => {
    const mainnet = { LIVE_EXECUTION: 'on', LIVE_CHAIN_ID: '42161', ...RPC }
    const refusal = [expect.stringContaining(`it also needs LIVE_MAINNET_CONFIRMED=${MAINNET_PHRASE}`) as string]
    expect(problemsOf(mainnet)).toEqual(refusal)
    for (const LIVE_MAINNET_CONFIRMED of ['true', 'TRADE-REAL-MONEY', '', '1'])
      expect(problemsOf({ ...mainnet, LIVE_MAINNET_CONFIRMED })).toEqual(refusal)
    expect(problemsOf({ ...mainnet, LIVE_MAINNET_CONFIRMED: MAINNET_PHRASE })).toEqual([])
    expect(problemsOf({ ...mainnet, LIVE_EXECUTION: 'dry-run' })).toEqual([])
  })

  test.each([
    ['1', 1],
    ['4', 1],
    ['2', 0],
    ['3', 0],
  ])('with 3 endpoints and a quorum of %s has %i problems', (LIVE_RPC_QUORUM, problems) => {
    expect(problemsOf({ ...RPC, LIVE_RPC_QUORUM })).toHaveLength(problems)
  })

  test('has a quorum of more than half unless told otherwise', () => {
    expect(load(RPC).LIVE_RPC_QUORUM).toBe(2)
    expect(load({ LIVE_RPC_URLS: 'https://a.example' }).LIVE_RPC_QUORUM).toBe(1)
    expect(load({ LIVE_RPC_URLS: 'https://a.example,https://b.example' }).LIVE_RPC_QUORUM).toBe(2)
  })

  test.each([
    [{ LIVE_RPC_URLS: 'http://rpc.example' }, 'use https'],
    [{ LIVE_SIGNER_URL: 'http://signer.example' }, 'use https'],
    [{ LIVE_RPC_URLS: 'https://a.example,https://a.example' }, 'duplicate'],
    [{ LIVE_GAS_PER_DAY: '0' }, 'positive'],
    [{ LIVE_GAS_PER_DAY: '-1' }, 'positive'],
    [{ LIVE_FEE_MAX_GWEI: '1e3' }, 'positive'],
  ])('refuses %j', (env, problem) => {
    expect(problemsOf(env)).toEqual([expect.stringContaining(problem)])
  })

  test('reads amounts as decimals of the native token and of gwei', () => {
    expect(load({ LIVE_GAS_PER_DAY: '1.5', LIVE_FEE_MAX_GWEI: '0.01' })).toMatchObject({
      ...{ LIVE_GAS_PER_DAY: 15n * 10n ** 17n, LIVE_FEE_MAX_GWEI: 10n ** 7n },
    })
  })
})
