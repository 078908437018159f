/** One line a cell, so that the reader sees that and where it goes on. */
import type { Cell } from './cell.js'
import { formatCount, formatMs } from './report/format.js'

export interface Progress {
  section(title: string): void
  note(text: string): void
  cell(cell: Cell): void
}

export interface ProgressOptions {
  readonly sections: number
  readonly line: (text: string) => void
  readonly now: () => number
}

const NAME_WIDTH = 44

export function createProgress({ sections, line, now }: ProgressOptions): Progress {
  const startedAt = now()
  let section = 0
  return {
    section(title) {
      section += 1
      line(`\n[${section}/${sections}] ${title}${remaining(section - 1, sections, now() - startedAt)}`)
    },
    note: (text) => line(`  … ${text}`),
    cell({ name, perSecond, p50Ms, p99Ms, errors, cost }) {
      const latency = p50Ms === null || p99Ms === null ? '' : `  p50 ${formatMs(p50Ms)}  p99 ${formatMs(p99Ms)}`
      const cpu = cost === undefined || cost.engine === null ? '' : `  CPU ${formatCount(cost.engine)} µs`
      const warning = errors === 0 ? '' : `  ${errors} ERRORS`
      line(`  ${name.padEnd(NAME_WIDTH)} ${`${formatCount(perSecond)}/s`.padStart(9)}${latency}${cpu}${warning}`)
    },
  }
}

/** From the sections that are done, as if all were equally long. */
function remaining(done: number, sections: number, elapsedMs: number): string {
  if (done === 0) return ''
  const minutes = ((elapsedMs / done) * (sections - done)) / 60_000
  return `  (about ${minutes < 1 ? 'a minute' : `${Math.ceil(minutes)} minutes`} left)`
}
