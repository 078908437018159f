/** The cost of a tick for a worker that watches many orders, and the memory of these orders. */
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { SERVICE_NODE_ARGS } from '@ats/local-stack'
import type { Bench } from '../bench.js'
import type { Cell } from '../cell.js'
import type { MarketRound } from '../market/market-process.js'
import { measureArming } from '../market/measure-arming.js'
import { formatCount } from '../report/format.js'
import { medianOf } from '../report/median.js'
import { RATIO, type Ratio, type Section, type SectionResult } from './section.js'

const ENTRY = join(__dirname, '../market/market-process.js')
const TIMEOUT_MS = 300_000

export const marketSection: Section = {
  name: 'market',
  title: 'a tick over many resting orders',
  run: measureMarket,
}

async function measureMarket(bench: Bench): Promise<SectionResult> {
  const { scale } = bench
  const armed = (await measureArming(bench, scale.market.armed)).toSorted((a, b) => a - b)
  const { accounts, ordersPerAccount } = scale.market
  const args = [...SERVICE_NODE_ARGS, '--expose-gc', ENTRY, ...[accounts, ordersPerAccount, scale.rounds].map(String)]
  const { stdout } = await promisify(execFile)(process.execPath, args, { timeout: TIMEOUT_MS })
  const rounds = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as MarketRound)
  const orders = formatCount(accounts * ordersPerAccount)
  const people = formatCount(accounts)
  return {
    cells: [
      cellOf(`tick that reaches nothing, ${orders} orders`, rounds, ({ tickMicros }) => tickMicros),
      cellOf(`scan of the ${orders} orders instead`, rounds, ({ scanMicros }) => scanMicros),
      cellOf(`equity of ${people} accounts at a new mark`, rounds, ({ remarkMillis }) => remarkMillis * 1_000),
      armingCell(armed),
    ],
    ratios: [
      { name: RATIO.arming, median: armed.at(-1) ?? 0, min: armed.at(-1) ?? 0, max: armed.at(-1) ?? 0 },
      figureOf(RATIO.tickToScan, rounds, ({ scanMicros, tickMicros }) => scanMicros / tickMicros),
      figureOf(RATIO.tick, rounds, ({ tickMicros }) => tickMicros),
      figureOf(RATIO.remark, rounds, ({ remarkMillis }) => remarkMillis),
    ],
    notes: [weights(rounds[0], accounts, accounts * ordersPerAccount)],
  }
}

function armingCell(sorted: readonly number[]): Cell {
  const at = (share: number): number => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
  const perSecond = 1_000 / at(0.5)
  const times = { p50Ms: at(0.5), p99Ms: at(0.99), maxMs: at(1) }
  return {
    name: 'order until armed on another process',
    perSecond,
    rounds: [perSecond],
    ...times,
    errors: 0,
    problems: [],
  }
}

function weights(round: MarketRound | undefined, accounts: number, orders: number): string {
  if (round === undefined) return ''
  const mib = (count: number, bytes: number): string => `${((count * bytes) / 2 ** 20).toFixed(0)} MiB`
  const { accountBytes, orderBytes, levelBytes } = round
  return (
    `Heap: ${formatCount(accounts)} accounts with a position each ${mib(accounts, accountBytes)}, ` +
    `${formatCount(orders)} open orders ${mib(orders, orderBytes)}, and ${mib(orders + accounts, levelBytes)} to watch them all ` +
    `(${accountBytes.toFixed(0)}, ${orderBytes.toFixed(0)} and ${levelBytes.toFixed(0)} bytes each).`
  )
}

function figureOf(name: string, rounds: readonly MarketRound[], pick: (round: MarketRound) => number): Ratio {
  const values = rounds.map(pick)
  return { name, median: medianOf(values), min: Math.min(...values), max: Math.max(...values) }
}

function cellOf(name: string, rounds: readonly MarketRound[], micros: (round: MarketRound) => number): Cell {
  const rates = rounds.map((round) => 1e6 / micros(round))
  return {
    name,
    perSecond: medianOf(rates),
    rounds: rates,
    p50Ms: null,
    p99Ms: null,
    maxMs: null,
    errors: 0,
    problems: [],
  }
}
