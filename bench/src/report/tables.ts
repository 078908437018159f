import type { Cell, CellCost } from '../cell.js'
import { formatCount, formatMs } from './format.js'
import type { TargetResult } from './targets.js'

/** A Markdown table with its columns aligned, so that it reads on a terminal too. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((title, column) => Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)))
  const line = (cells: readonly string[]): string =>
    `| ${widths.map((width, column) => align(cells[column] ?? '', width, column)).join(' | ')} |`
  const rule = `| ${widths.map((width, column) => (column === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`)).join(' | ')} |`
  return [line(head), rule, ...rows.map(line)].join('\n')
}

const align = (text: string, width: number, column: number): string =>
  column === 0 ? text.padEnd(width) : text.padStart(width)

export const cellTable = (cells: readonly Cell[]): string =>
  table(
    ['cell', 'per second', 'rounds', 'p50', 'p99', 'max', 'CPU µs¹', 'loop delay²', 'turns³', 'GC pauses²', 'errors'],
    cells.map(({ name, perSecond, rounds, p50Ms, p99Ms, maxMs, errors, cost }) => [
      name,
      formatCount(perSecond),
      rounds.length < 2 ? '' : `${formatCount(Math.min(...rounds))}–${formatCount(Math.max(...rounds))}`,
      ...[p50Ms, p99Ms, maxMs].map((value) => (value === null ? '' : formatMs(value))),
      ...costColumns(cost),
      errors === 0 ? '0' : `${errors} (not counted)`,
    ]),
  )

/** `COST_LEGEND` says how to read them. */
const costColumns = (cost: CellCost | undefined): readonly string[] =>
  cost === undefined
    ? ['', '', '', '']
    : [
        [cost.engine, cost.postgres, cost.redis]
          .map((value) => (value === null ? '–' : formatCount(value)))
          .join(' + '),
        spread([cost.delayP50, cost.delayP99, cost.delayMax]),
        spread([cost.turnP50, cost.turnP99, cost.turnMax]),
        spread([cost.pauseP50, cost.pauseP99, cost.pauseMax]),
      ]

const spread = (values: readonly (number | null)[]): string =>
  values.some((value) => value === null) ? '' : values.map((value) => formatMs(value ?? 0)).join(' / ')

export const COST_LEGEND =
  '¹ CPU of one operation: server + PostgreSQL + Redis, all threads and processes, warm-up included; PostgreSQL also serves the engines that are waiting. ² Of the server: p50 / p99 / max. ³ CPU time of a turn of its event loop: p50 / p99 / max; shorter ones are counted together, up to 2 ms.'

export const targetTable = (judged: readonly TargetResult[]): string =>
  table(
    ['ratio of one run: median [range of the rounds]', 'measured', 'at least', 'aim', 'met'],
    judged.map(({ name, measured, required, aim, verdict }) => [name, measured, required, aim, verdict]),
  )
