/**
 * Bounds the log lines of each kind of fault: one that occurs in every request must not cause a second one by what it
 * logs. Called before a line is written, it returns how many lines of the kind were left out before this one; null when
 * this one is to be left out, too.
 */
export function createLineLimit(linesPerSecond: number): (kind: string) => number | null {
  const seconds = new Map<string, { second: number; lines: number; unlogged: number }>()
  return (kind) => {
    const second = Math.floor(performance.now() / 1000)
    const last = seconds.get(kind) ?? { second, lines: 0, unlogged: 0 }
    if (last.second === second && last.lines >= linesPerSecond) {
      last.unlogged += 1
      return null
    }
    seconds.set(kind, { second, lines: last.second === second ? last.lines + 1 : 1, unlogged: 0 })
    return last.unlogged
  }
}
