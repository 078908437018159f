/** A destination for pino that keeps what was logged. */
export interface CapturedLogs {
  readonly destination: { write(line: string): void }
  /** The lines as they would be written, for looking for things that must not be in them. */
  readonly text: () => string
  /** One object per line; throws when a line is not JSON. */
  readonly entries: () => readonly Record<string, unknown>[]
}

export function captureLogs(): CapturedLogs {
  const lines: string[] = []
  return {
    destination: { write: (line) => void lines.push(line) },
    text: () => lines.join(''),
    entries: () =>
      lines
        .flatMap((line) => line.split('\n').filter((part) => part !== ''))
        .map((line) => JSON.parse(line) as Record<string, unknown>),
  }
}
