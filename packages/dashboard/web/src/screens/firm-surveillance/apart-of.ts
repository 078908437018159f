/** By how many milliseconds the second moment is later than the first; both have microseconds. */
export function apartOf(first: string, second: string): number {
  const micros = (moment: string): number => Number(/\.\d{3}(\d{0,3})/.exec(moment)?.[1]?.padEnd(3, '0') ?? 0)
  return Date.parse(second) - Date.parse(first) + (micros(second) - micros(first)) / 1_000
}
