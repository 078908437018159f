import { commaSeparated, isPublicPlainHttp, loadConfig } from '@ats/service-kit/process'
import Joi from 'joi'

/** Where live prices are asked for. */
export interface LivePricesConfig {
  /** Hosts of GMX's oracle API, the preferred one first. */
  readonly GMX_PRICES_URLS: readonly string[]
  readonly OSTIUM_PRICES_URLS: readonly string[]
  /** Hosts of Ostium's builder API, which has the bars of the past. */
  readonly OSTIUM_CANDLES_URLS: readonly string[]
  /** Ostium's price stream; `off`: its prices are asked for by HTTP alone. */
  readonly OSTIUM_STREAM_URL: string
  /** PEM certificates of authorities that venues are trusted by in addition to the usual ones; null: none. */
  readonly VENUE_CA_FILE: string | null
  readonly VENUE_PRICES_TIMEOUT_MS: number
  /** From one request to the next; the venues' own pages ask every second. */
  readonly VENUE_PRICES_EVERY_MS: number
  /** A price is silent when no newer one has arrived for so long. */
  readonly LIVE_SILENT_SECONDS: number
  readonly LOG_LEVEL: string
}

const OFF = 'off'

const streamUrl = Joi.string()
  .allow(OFF)
  .uri({ scheme: ['ws', 'wss'] })
  .custom((url: string) => {
    if (isPublicPlainHttp(url.replace(/^ws/, 'http')))
      throw new Error('prices over a plain connection can be changed on their way; use wss')
    return url
  })

const hosts = (...usual: readonly string[]) =>
  commaSeparated(
    Joi.string()
      .uri({ scheme: ['http', 'https'] })
      .custom((url: string) => {
        if (isPublicPlainHttp(url)) throw new Error('prices over plain http can be changed on their way; use https')
        return url.replace(/\/{1,9}$/, '')
      }),
  )
    .min(1)
    .default(usual)

/** The hosts are those of gmx-io/gmx-interface (sdk/src/configs/oracleKeeper.ts) and of Ostium's own page. */
export const livePricesSettings = {
  GMX_PRICES_URLS: hosts(
    'https://arbitrum-api.gmxinfra.io',
    'https://arbitrum-api-fallback.gmxinfra.io',
    'https://arbitrum-api-fallback.gmxinfra2.io',
  ),
  OSTIUM_PRICES_URLS: hosts('https://metadata-backend.ostium.io'),
  OSTIUM_CANDLES_URLS: hosts('https://builder.ostium.io'),
  OSTIUM_STREAM_URL: streamUrl.default('wss://builder.ostium.io/v1/prices/stream'),
  VENUE_CA_FILE: Joi.string().default(null),
  VENUE_PRICES_TIMEOUT_MS: Joi.number().integer().min(100).max(60_000).default(5_000),
  VENUE_PRICES_EVERY_MS: Joi.number().integer().min(250).max(60_000).default(1_000),
  LIVE_SILENT_SECONDS: Joi.number().min(2).max(600).default(15),
}

const livePricesSchema = Joi.object<LivePricesConfig>({
  ...livePricesSettings,
  LOG_LEVEL: Joi.string().valid('debug', 'info', 'warn', 'error', 'silent').default('warn'),
})

/** @throws ConfigError naming every problem */
export const loadLivePricesConfig = (env: NodeJS.ProcessEnv): LivePricesConfig => loadConfig(livePricesSchema, env)
