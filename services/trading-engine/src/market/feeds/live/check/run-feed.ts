/** The commands of `npm run feed`: are the sources of live prices as expected, and record them. */
import { parseArgs } from 'node:util'
import { periodic } from '@ats/service-kit/async'
import { ConfigError, createLogger } from '@ats/service-kit/process'
import { loadCatalogue } from '../../../catalogue.js'
import { checkSources, type CheckedHost } from './check-sources.js'
import { formatReports } from './source-report.js'
import { loadLivePricesConfig, type LivePricesConfig } from '../live-prices-config.js'
import { createLiveSources } from '../live-sources.js'
import { openRecorder } from './record-prices.js'
import { createVenueHttp } from '../venue-http.js'
import { loadVenueAuthorities } from '../venue-tls.js'

const USAGE = `npm run feed -- check                       asks every source of live prices once
npm run feed -- record FILE [--seconds N]   writes them to FILE (.csv) until Ctrl-C, or for N seconds
Exits with 0; 1 when something is off, or nothing was recorded; 2 on wrong usage.`

export interface FeedOutput {
  readonly out: (line: string) => void
  readonly error: (line: string) => void
  /** Ends a recording. */
  readonly stopping: AbortSignal
}

/** 0: all is well; 1: it is not; 2: wrong usage. */
export type FeedExitCode = 0 | 1 | 2

/** Runs one command line. */
export async function runFeed(
  words: readonly string[],
  env: NodeJS.ProcessEnv,
  output: FeedOutput,
): Promise<FeedExitCode> {
  const command = parseCommand(words)
  if (command === null) {
    output.error(USAGE)
    return 2
  }
  try {
    const config = loadLivePricesConfig(env)
    return command.name === 'check' ? await check(config, output) : await record(config, command, output)
  } catch (error) {
    output.error(error instanceof Error ? error.message : String(error))
    return error instanceof ConfigError ? 2 : 1
  }
}

type Command = { readonly name: 'check' } | RecordCommand
interface RecordCommand {
  readonly name: 'record'
  readonly file: string
  /** Infinity: until it is stopped. */
  readonly seconds: number
}

const SECONDS_MAX = 2_000_000

function parseCommand(words: readonly string[]): Command | null {
  try {
    const { positionals, values } = parseArgs({
      args: [...words],
      allowPositionals: true,
      options: { seconds: { type: 'string' } },
    })
    const [name, file, ...more] = positionals
    if (name === 'check') return file === undefined && values.seconds === undefined ? { name } : null
    if (name !== 'record' || file === undefined || more.length > 0 || !/\.csv$/i.test(file)) return null
    if (values.seconds === undefined) return { name, file, seconds: Infinity }
    const seconds = Number(values.seconds)
    return seconds > 0 && seconds <= SECONDS_MAX ? { name, file, seconds } : null
  } catch {
    return null // an option it does not have
  }
}

const nowMicros = (): number => Date.now() * 1000

async function check(config: LivePricesConfig, { out, error }: FeedOutput): Promise<FeedExitCode> {
  const { VENUE_PRICES_TIMEOUT_MS: timeoutMs, OSTIUM_STREAM_URL: url } = config
  const secureContext = loadVenueAuthorities(config.VENUE_CA_FILE)
  const client = { timeoutMs, now: nowMicros, secureContext }
  const clients = (hosts: readonly string[]): readonly CheckedHost[] =>
    hosts.map((host) => ({ host, http: createVenueHttp({ hosts: [host], ...client }) }))
  const reports = await checkSources({
    gmx: clients(config.GMX_PRICES_URLS),
    ostium: clients(config.OSTIUM_PRICES_URLS),
    ostiumCandles: clients(config.OSTIUM_CANDLES_URLS),
    stream: url === 'off' ? null : { url, ...client },
    instruments: loadCatalogue().all,
    now: nowMicros,
    onProgress: error,
  })
  out(formatReports(reports))
  return reports.every(({ problems }) => problems.length === 0) ? 0 : 1
}

const PROGRESS_MS = 5_000

async function record(
  config: LivePricesConfig,
  { file, seconds }: RecordCommand,
  { out, error, stopping }: FeedOutput,
): Promise<FeedExitCode> {
  const { all } = loadCatalogue()
  const recorder = await openRecorder(file)
  const logger = createLogger({
    service: 'feed',
    level: config.LOG_LEVEL,
    destination: { write: (line) => error(line.trimEnd()) },
  })
  const sources = createLiveSources(config, {
    instruments: all,
    logger,
    now: nowMicros,
    onTicks: (ticks) => recorder.record(ticks),
  })
  const progress = periodic(() => error(progressLine(recorder.recorded())), { everyMs: PROGRESS_MS })
  error(`recording to ${file}; Ctrl-C ends it`)
  const tasks = [sources, progress]
  for (const task of tasks) task.start()
  await ended(seconds, stopping)
  await Promise.all(tasks.map((task) => task.stop()))
  await recorder.close()
  out(`${file}: ${progressLine(recorder.recorded())}`)
  return recorder.recorded().prices > 0 ? 0 : 1
}

const progressLine = ({ prices, symbols }: { readonly prices: number; readonly symbols: number }): string =>
  `${prices} prices of ${symbols} symbols`

/** Resolves after the seconds, or when it is to stop. Its timer keeps the process alive. */
function ended(seconds: number, stopping: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (stopping.aborted) return resolve()
    const timer = setTimeout(resolve, Math.min(seconds, SECONDS_MAX) * 1000)
    stopping.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
}
