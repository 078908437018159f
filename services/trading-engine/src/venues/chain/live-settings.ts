import { commaSeparated, isPublicPlainHttp } from '@ats/service-kit/process'
import Joi from 'joi'
import { decimal, parseDecimal } from '../../core/values/decimal.js'

/** How LIVE orders go to the venues. */
export interface LiveExecutionConfig {
  /** `off`: they wait; `dry-run`: their transactions are built, tried and shown, and none is signed. */
  readonly LIVE_EXECUTION: 'off' | 'dry-run' | 'on'
  /** The chain that LIVE accounts trade on; null: there are none. */
  readonly LIVE_CHAIN_ID: number | null
  /** The phrase without which nothing is sent on a chain of real money. */
  readonly LIVE_MAINNET_CONFIRMED: string | null
  readonly LIVE_RPC_URLS: readonly string[]
  /** Endpoints that have to give the same answer: more than half of them. */
  readonly LIVE_RPC_QUORUM: number
  readonly LIVE_RPC_TIMEOUT_MS: number
  /** For each endpoint. */
  readonly LIVE_RPC_REQUESTS_PER_SECOND: number
  /** Blocks on top of one whose events are booked. */
  readonly LIVE_CONFIRMATIONS: number
  /** Files named after the addresses, `0x….json`; null: no keystores. */
  readonly LIVE_KEYSTORE_FOLDER: string | null
  readonly LIVE_KEYSTORE_PASSPHRASE_FILE: string | null
  /** A signer that speaks eth_signTransaction; null: none. */
  readonly LIVE_SIGNER_URL: string | null
  /** Wei, for a wallet that is registered without budgets of its own. */
  readonly LIVE_GAS_PER_DAY: bigint
  readonly LIVE_GAS_PER_ORDER: bigint
  /** Wei for one unit of gas, at most. */
  readonly LIVE_FEE_MAX_GWEI: bigint
}

const ARBITRUM = 42_161
export const MAINNET_PHRASE = 'trade-real-money'
const UNCONFIRMED = `LIVE_EXECUTION=on with LIVE_CHAIN_ID=${ARBITRUM} trades real money: it also needs LIVE_MAINNET_CONFIRMED=${MAINNET_PHRASE}`

const privateUrl = Joi.string()
  .uri({ scheme: ['http', 'https'] })
  .custom((url: string) => {
    if (isPublicPlainHttp(url)) throw new Error('what is asked in the clear can be changed on its way; use https')
    return url
  })

/** A decimal number of the native token, or of gwei, to wei: 18 decimals, as ours have, or 9. */
const weiOf = (usual: string, decimalsLess: bigint) =>
  Joi.string()
    .custom((text: string) => {
      const scaled = parseDecimal(text)
      if (scaled === null || scaled <= 0n) throw new Error('it must be a positive decimal number')
      return scaled / decimalsLess
    })
    .default(() => decimal(usual) / decimalsLess)

const GWEI = 10n ** 9n
const isUsed = Joi.valid('dry-run', 'on').required()

/** More than half, so that two answers cannot both have it. */
const quorum = Joi.number()
  .integer()
  .default(({ LIVE_RPC_URLS: urls = [] }: Partial<LiveExecutionConfig>) => majorityOf(urls))
  .custom((value: number, { state }) => {
    const [{ LIVE_RPC_URLS: urls = [] }] = state.ancestors as readonly [Partial<LiveExecutionConfig>]
    if (urls.length > 0 && (value > urls.length || value < majorityOf(urls)))
      throw new Error(`of ${urls.length} endpoints it must be more than half, and no more than there are`)
    return value
  })

const majorityOf = (urls: readonly string[]): number => Math.floor(urls.length / 2) + 1

export const liveExecutionSettings = {
  LIVE_EXECUTION: Joi.string().valid('off', 'dry-run', 'on').default('off'),
  LIVE_CHAIN_ID: Joi.number()
    .integer()
    .min(1)
    .when('LIVE_EXECUTION', { is: isUsed, then: Joi.required(), otherwise: Joi.any().default(null) }),
  LIVE_MAINNET_CONFIRMED: Joi.string()
    .when('LIVE_EXECUTION', {
      is: Joi.valid('on').required(),
      then: Joi.when('LIVE_CHAIN_ID', { is: ARBITRUM, then: Joi.valid(MAINNET_PHRASE).required() }),
    })
    .messages({ 'any.required': UNCONFIRMED, 'any.only': UNCONFIRMED })
    .default(null),
  LIVE_RPC_URLS: commaSeparated(privateUrl)
    .unique()
    .when('LIVE_EXECUTION', { is: isUsed, then: Joi.any().required(), otherwise: Joi.any().default([]) }),
  LIVE_RPC_QUORUM: quorum,
  LIVE_RPC_TIMEOUT_MS: Joi.number().integer().min(100).max(60_000).default(3_000),
  LIVE_RPC_REQUESTS_PER_SECOND: Joi.number().min(1).max(10_000).default(50),
  LIVE_CONFIRMATIONS: Joi.number().integer().min(1).max(10_000).default(20),
  LIVE_KEYSTORE_FOLDER: Joi.string().default(null),
  LIVE_KEYSTORE_PASSPHRASE_FILE: Joi.string().default(null),
  LIVE_SIGNER_URL: privateUrl.default(null),
  LIVE_GAS_PER_DAY: weiOf('0.05', 1n),
  LIVE_GAS_PER_ORDER: weiOf('0.01', 1n),
  LIVE_FEE_MAX_GWEI: weiOf('5', GWEI),
}

/** For processes that are not configured by an environment. */
export const LIVE_EXECUTION_OFF: LiveExecutionConfig = {
  LIVE_EXECUTION: 'off',
  LIVE_CHAIN_ID: null,
  LIVE_MAINNET_CONFIRMED: null,
  LIVE_RPC_URLS: [],
  LIVE_RPC_QUORUM: 1,
  LIVE_RPC_TIMEOUT_MS: 3_000,
  LIVE_RPC_REQUESTS_PER_SECOND: 50,
  LIVE_CONFIRMATIONS: 20,
  LIVE_KEYSTORE_FOLDER: null,
  LIVE_KEYSTORE_PASSPHRASE_FILE: null,
  LIVE_SIGNER_URL: null,
  LIVE_GAS_PER_DAY: 50_000_000_000_000_000n,
  LIVE_GAS_PER_ORDER: 10_000_000_000_000_000n,
  LIVE_FEE_MAX_GWEI: 5_000_000_000n,
}
