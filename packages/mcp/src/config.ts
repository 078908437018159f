import { parseArgs } from 'node:util'
import { compare, type Decimal } from '@ats/sdk'

export interface Settings {
  readonly url: string
  readonly key: string
  readonly secret: string
  /** Only these accounts; null: all that the key sees. */
  readonly accounts: readonly string[] | null
  /** Null: no tool trades. */
  readonly trading: TradingLimits | null
  /** Null: over stdin and stdout. */
  readonly http: HttpSettings | null
}

/** Money in USD, by notional. */
export interface TradingLimits {
  readonly perOrder: Decimal
  readonly perDay: Decimal
}

export interface HttpSettings {
  /** A port of 127.0.0.1; 0 takes any free one. */
  readonly port: number
  /** The secret that clients send as `Authorization: Bearer`. */
  readonly token: string
}

export const USAGE = `ats-mcp: a Model Context Protocol server for one key of the trading service

  ATS_API_KEY=… ATS_API_SECRET=… ats-mcp [options]

  --account ID            only this account; may be given several times
  --allow-trading         also offers tools that trade; needs both limits
  --max-order USD         the notional that one order may have
  --max-day USD           the notional of a UTC day, all orders of this program together
  --http PORT             serves http://127.0.0.1:PORT/mcp in place of stdin and stdout;
                          clients send ATS_MCP_TOKEN as a bearer token
  --help

  ATS_URL                 the trading engine, default http://127.0.0.1:4000
`

/** The one place that reads the environment. */
export const environment: NodeJS.ProcessEnv = process.env

export class UsageError extends Error {}

const DEFAULT_URL = 'http://127.0.0.1:4000'
const TOKEN_LENGTH_MIN = 16

/** @throws UsageError that says what is missing or wrong; `help` when that was asked for */
export function readSettings(args: readonly string[], environment: NodeJS.ProcessEnv): Settings | 'help' {
  const { values } = parse(args)
  if (values.help === true) return 'help'
  const { ATS_API_KEY: key, ATS_API_SECRET: secret, ATS_URL: url = DEFAULT_URL } = environment
  if (key === undefined || key === '' || secret === undefined || secret === '')
    throw new UsageError('set ATS_API_KEY and ATS_API_SECRET; a key with READ_ONLY is enough unless tools may trade')
  if (!/^https?:\/\//.test(url)) throw new UsageError(`ATS_URL must be an http or https address, not ${url}`)
  return {
    url,
    key,
    secret,
    accounts: values.account ?? null,
    trading: tradingOf(values),
    http: values.http === undefined ? null : { port: portOf(values.http), token: tokenOf(environment) },
  }
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        account: { type: 'string', multiple: true },
        'allow-trading': { type: 'boolean' },
        'max-order': { type: 'string' },
        'max-day': { type: 'string' },
        http: { type: 'string' },
        help: { type: 'boolean' },
      },
    })
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error))
  }
}

type Values = ReturnType<typeof parse>['values']

function tradingOf(values: Values): TradingLimits | null {
  const { 'max-order': order, 'max-day': day } = values
  if (values['allow-trading'] !== true) {
    if (order !== undefined || day !== undefined)
      throw new UsageError('--max-order and --max-day are for --allow-trading')
    return null
  }
  if (order === undefined || day === undefined)
    throw new UsageError('--allow-trading needs --max-order USD and --max-day USD')
  const limits = { perOrder: amountOf('--max-order', order), perDay: amountOf('--max-day', day) }
  if (compare(limits.perOrder, limits.perDay) > 0) throw new UsageError('--max-order is more than --max-day')
  return limits
}

function amountOf(option: string, text: string): Decimal {
  if (!/^\d{1,15}(\.\d{1,6})?$/.test(text) || compare(text, '0') <= 0)
    throw new UsageError(`${option} must be an amount of USD such as 5000, not ${text}`)
  return text
}

function portOf(text: string): number {
  const port = Number(text)
  if (!/^\d{1,5}$/.test(text) || port > 65_535) throw new UsageError(`--http must be a port, 0 to 65535, not ${text}`)
  return port
}

function tokenOf({ ATS_MCP_TOKEN: token = '' }: NodeJS.ProcessEnv): string {
  if (token.length < TOKEN_LENGTH_MIN)
    throw new UsageError(`--http needs ATS_MCP_TOKEN, a secret of at least ${TOKEN_LENGTH_MIN} characters`)
  return token
}
