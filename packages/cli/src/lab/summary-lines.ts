import type { Paint } from '../terminal/paint.js'
import { grouped } from '../terminal/decimal-text.js'
import { facts, type Cell } from '../terminal/table.js'
import type { SeedResult } from './seed-result.js'
import type { Summary } from './summary.js'

export const percent = (share: number): string => `${(share * 100).toFixed(1)} %`
const WIDTH = 30
const SEEDS_SHOWN = 20

/** Says what came of all runs. */
export function summaryLines(
  summary: Summary,
  results: readonly SeedResult[],
  repeat: (seed: number) => string,
  paint: Paint,
): readonly string[] {
  const { passed, profit, worst_day: worst, reasons } = summary
  const entries: (readonly [string, Cell])[] = [
    [
      'passed',
      `${percent(passed.value)} of ${summary.seeds} (${percent(passed.low)} to ${percent(passed.high)}, 95 %)`,
    ],
    ...Object.entries(summary.outcomes).flatMap(([outcome, runs]) =>
      runs === 0 ? [] : [[`  ${outcome}`, bar(runs, summary.seeds)] as const],
    ),
    ...reasons.map(({ rule, runs }) => [`ended by ${rule}`, String(runs)] as const),
    ['profit', shares(profit)],
    ['worst day', worst === null ? 'none' : `${grouped(worst.change)} on ${worst.date}, seed ${worst.seed}`],
  ]
  const failed = results.filter(({ outcome }) => outcome === 'FAILED' || outcome === 'BOT_FAILED')
  const [first] = failed
  return [
    ...facts(entries, paint),
    ...(first === undefined ? [] : ['', `seeds that failed: ${namesOf(failed)}`, `again: ${repeat(first.seed)}`]),
    ...botLines(results),
  ]
}

const shares = (profit: Summary['profit']): string =>
  Object.entries(profit)
    .map(([name, amount]) => `${name} ${grouped(amount)}`)
    .join('  ')

const namesOf = (failed: readonly SeedResult[]): string =>
  [...failed.slice(0, SEEDS_SHOWN).map(({ seed }) => String(seed)), ...(failed.length > SEEDS_SHOWN ? ['…'] : [])].join(
    ', ',
  )

const bar = (runs: number, of: number): string => `${'█'.repeat(Math.max(1, Math.round((runs / of) * WIDTH)))} ${runs}`

/** The first bot that ended with an error: the others have mostly said the same. */
function botLines(results: readonly SeedResult[]): readonly string[] {
  const found = results.find(({ bot }) => bot !== null)
  if (!found?.bot) return []
  const { code, said } = found.bot
  return ['', `the bot of seed ${found.seed} ended with ${code ?? 'a signal'}:`, ...said.split('\n').slice(-8)]
}
