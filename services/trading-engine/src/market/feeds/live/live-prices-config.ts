import { commaSeparated, isPublicPlainHttp, loadConfig } from '@ats/service-kit'
import Joi from 'joi'

/** Where live prices are asked for. */
export interface LivePricesConfig {
  /** Hosts of GMX's oracle API, the preferred one first. */
  readonly GMX_PRICES_URLS: readonly string[]
  readonly OSTIUM_PRICES_URLS: readonly string[]
  readonly VENUE_PRICES_TIMEOUT_MS: number
  /** From one request to the next; the venues' own pages ask every second. */
  readonly VENUE_PRICES_EVERY_MS: number
  /** A price is silent when no newer one has arrived for so long. */
  readonly LIVE_SILENT_SECONDS: number
  readonly LOG_LEVEL: string
}

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
const livePricesSchema = Joi.object<LivePricesConfig>({
  GMX_PRICES_URLS: hosts(
    'https://arbitrum-api.gmxinfra.io',
    'https://arbitrum-api-fallback.gmxinfra.io',
    'https://arbitrum-api-fallback.gmxinfra2.io',
  ),
  OSTIUM_PRICES_URLS: hosts('https://metadata-backend.ostium.io'),
  VENUE_PRICES_TIMEOUT_MS: Joi.number().integer().min(100).max(60_000).default(5_000),
  VENUE_PRICES_EVERY_MS: Joi.number().integer().min(250).max(60_000).default(1_000),
  LIVE_SILENT_SECONDS: Joi.number().min(2).max(600).default(15),
  LOG_LEVEL: Joi.string().valid('debug', 'info', 'warn', 'error', 'silent').default('warn'),
})

/** @throws ConfigError naming every problem */
export const loadLivePricesConfig = (env: NodeJS.ProcessEnv): LivePricesConfig => loadConfig(livePricesSchema, env)
