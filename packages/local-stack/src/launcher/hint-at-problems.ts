import { noticesIn, readFrom, sizeOf, type Notice } from '../services/log-tail.js'

const POLL_MS = 500
const REPEAT_AFTER_MS = 60_000
/** A dependency that fails and recovers all the time is not reported each time. */
const CHANGE_AFTER_MS = 5_000

type Report = (line: string) => void

export interface Hints {
  /** Reads what the logs have got since; it happens every half second by itself. */
  readonly poll: () => void
  readonly stop: () => void
}

/**
 * Shows at the console what the services' logs warn of: the same warning at most once a minute, and of what a service
 * has lost the latest word, so that the last line is not about a problem that is over.
 */
export function hintAtProblems(logs: Readonly<Record<string, string>>, report: Report): Hints {
  const offsets = new Map(Object.entries(logs).map(([name, file]) => [name, sizeOf(file)]))
  const warn = warnOnce(report)
  const outages = followOutages(report)
  const read = (name: string, file: string) => {
    const added = readFrom(file, offsets.get(name) ?? 0)
    const complete = added.slice(0, added.lastIndexOf('\n') + 1)
    offsets.set(name, (offsets.get(name) ?? 0) + Buffer.byteLength(complete))
    for (const { text, about } of noticesIn(complete)) {
      const line = `${name}: ${text} (log: ${file})`
      if (about === null) warn(line)
      else outages.note(`${name} ${about.dependency}`, line, about)
    }
  }
  const poll = () => {
    Object.entries(logs).forEach(([name, file]) => read(name, file))
    outages.tell()
  }
  const timer = setInterval(poll, POLL_MS)
  return { poll, stop: () => clearInterval(timer) }
}

function warnOnce(report: Report): Report {
  const shownAt = new Map<string, number>()
  return (line) => {
    const now = performance.now()
    if (now - (shownAt.get(line) ?? -Infinity) < REPEAT_AFTER_MS) return
    shownAt.set(line, now)
    report(line)
  }
}

interface Outage {
  readonly line: string
  readonly answers: boolean
  /** As the console says it. */
  readonly shown: { readonly answers: boolean; readonly at: number }
}

function followOutages(report: Report) {
  const outages = new Map<string, Outage>()
  return {
    note(key: string, line: string, { answers }: NonNullable<Notice['about']>): void {
      const shown = outages.get(key)?.shown ?? { answers: true, at: -Infinity }
      outages.set(key, { line, answers, shown })
    },
    tell(): void {
      const now = performance.now()
      for (const [key, outage] of outages) {
        const { line, answers, shown } = outage
        if (answers === shown.answers || now - shown.at < CHANGE_AFTER_MS) continue
        report(line)
        outages.set(key, { ...outage, shown: { answers, at: now } })
      }
    },
  }
}
