import { problemsIn, readFrom, sizeOf } from './log-tail.js'

const POLL_MS = 500
const REPEAT_AFTER_MS = 60_000

/** Shows warnings and errors of the services' logs at the console, the same one at most once a minute. */
export function hintAtProblems(
  logs: Readonly<Record<string, string>>,
  report: (line: string) => void,
): { stop(): void } {
  const offsets = new Map(Object.entries(logs).map(([name, file]) => [name, sizeOf(file)]))
  const shownAt = new Map<string, number>()
  const look = (name: string, file: string) => {
    const added = readFrom(file, offsets.get(name) ?? 0)
    const complete = added.slice(0, added.lastIndexOf('\n') + 1)
    offsets.set(name, (offsets.get(name) ?? 0) + Buffer.byteLength(complete))
    for (const problem of problemsIn(complete)) show(`${name}: ${problem} (log: ${file})`)
  }
  const show = (line: string) => {
    const now = performance.now()
    if (now - (shownAt.get(line) ?? -Infinity) < REPEAT_AFTER_MS) return
    shownAt.set(line, now)
    report(line)
  }
  const timer = setInterval(() => Object.entries(logs).forEach(([name, file]) => look(name, file)), POLL_MS)
  return { stop: () => clearInterval(timer) }
}
