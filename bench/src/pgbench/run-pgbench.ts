import { execFile } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { TradingDatabase } from '../servers/trading-database.js'
import type { TextBytes } from './measure-rows.js'

const run = promisify(execFile)

export interface PgbenchRun {
  readonly program: string
  readonly database: TradingDatabase
  readonly scripts: PgbenchScripts
  readonly clients: number
  readonly seconds: number
  readonly accounts: number
  readonly users: number
}

export interface PgbenchScripts {
  readonly opens: string
  readonly closes: string
  /** Share of all orders. */
  readonly closingShare: number
}

export interface PgbenchResult {
  readonly perSecond: number
  readonly meanMs: number
  readonly failed: number
}

const SCRIPTS = join(__dirname, '..', '..', 'pgbench')
const THREADS = 2
const WEIGHTS = 1_000
let runs = 0

/** The scripts with texts of that length, in a directory of their own. */
export function writeScripts(directory: string, texts: TextBytes, closingShare: number): PgbenchScripts {
  mkdirSync(directory, { recursive: true })
  const fill = (name: string): string => {
    const template = readFileSync(join(SCRIPTS, name), 'utf8')
    const file = join(directory, name)
    writeFileSync(
      file,
      template.replace(/@(response|ack|fill|close)@/g, (_, text: keyof typeof texts) => filler(texts[text])),
    )
    return file
  }
  return { opens: fill('order-opens.sql'), closes: fill('order-closes.sql'), closingShare }
}

/** Varied, so that nothing could compress it; without a colon, which pgbench would take for a variable. */
function filler(length: number): string {
  let text = ''
  for (let word = 1; text.length < length; word += 1) text += ((word * 2_654_435_761) % 4_294_967_291).toString(36)
  return text.slice(0, length)
}

export async function runPgbench(options: PgbenchRun): Promise<PgbenchResult> {
  const { database, scripts, clients, seconds, accounts, users } = options
  const url = new URL(database.url)
  const variables = { accounts, users, run: ++runs, seq: 0 }
  const closes = Math.round(scripts.closingShare * WEIGHTS)
  const { stdout } = await run(
    options.program,
    [
      ...['--no-vacuum', '--protocol=prepared', `--client=${clients}`, `--jobs=${THREADS}`],
      `--time=${Math.max(1, Math.round(seconds))}`,
      ...Object.entries(variables).map(([name, value]) => `--define=${name}=${value}`),
      ...[`--file=${scripts.opens}@${WEIGHTS - closes}`, `--file=${scripts.closes}@${closes}`],
      ...[`--host=${url.hostname}`, `--port=${url.port}`, `--username=${url.username}`, database.name],
    ],
    { env: { PATH: '/usr/bin:/bin', LC_ALL: 'C', PGPASSWORD: url.password } },
  )
  return readReport(stdout)
}

/** Throws when it does not say how fast it was. */
export function readReport(report: string): PgbenchResult {
  const figure = (pattern: RegExp): number | undefined => {
    const found = pattern.exec(report)?.[1]
    return found === undefined ? undefined : Number(found)
  }
  const perSecond = figure(/^tps = ([\d.]+)/m)
  const meanMs = figure(/^latency average = ([\d.]+) ms/m)
  if (perSecond === undefined || meanMs === undefined) throw new Error(`pgbench did not report: ${report}`)
  return { perSecond, meanMs, failed: figure(/^number of failed transactions: (\d+)/m) ?? 0 }
}
