import { InvalidArgumentError } from 'commander'

/** Parsers of arguments and options. Each @throws InvalidArgumentError, which says what would be right. */

export function readDecimal(text: string): string {
  const bare = text.replaceAll(',', '').replaceAll('_', '')
  if (/^\d{1,20}(\.\d{1,18})?$/.test(bare) && /[1-9]/.test(bare)) return bare
  throw new InvalidArgumentError('give a number above 0, such as 0.01 or 61250.5')
}

export function readCount(text: string): number {
  if (/^\d{1,9}$/.test(text) && Number(text) > 0) return Number(text)
  throw new InvalidArgumentError('give a whole number above 0')
}

export function readSequence(text: string): number {
  if (/^\d{1,15}$/.test(text)) return Number(text)
  throw new InvalidArgumentError('give a sequence: a whole number from 0 on')
}

const UNITS: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 }

/** Milliseconds of a duration such as 30s. */
export function readDuration(text: string): number {
  const [, number, unit = ''] = /^(\d{1,9}(?:\.\d{1,3})?)(ms|s|m|h)$/.exec(text) ?? []
  const factor = UNITS[unit]
  if (number !== undefined && factor !== undefined) return Math.round(Number(number) * factor)
  throw new InvalidArgumentError('give a duration such as 500ms, 30s, 5m or 1h')
}

export function readUrl(text: string): string {
  const withScheme = /^[\w.-]{1,253}:\d{1,5}(?:\/.*)?$/.test(text) ? `http://${text}` : text
  if (URL.canParse(withScheme) && /^https?:/.test(withScheme)) return withScheme
  throw new InvalidArgumentError('give an address such as http://127.0.0.1:3000/events')
}

/** One of them in any case, and - for _. */
export const readOneOf =
  <Choice extends string>(choices: readonly Choice[]) =>
  (text: string): Choice => {
    const wanted = text.toUpperCase().replaceAll('-', '_')
    const found = choices.find((choice) => choice.toUpperCase() === wanted)
    if (found !== undefined) return found
    throw new InvalidArgumentError(`give one of ${choices.join(', ')}`)
  }

export const asIs = (text: string): string => text

/** Several, separated by commas, or the option repeated. */
export const readList =
  <Item extends string>(read: (text: string) => Item) =>
  (text: string, before: readonly Item[] | undefined): readonly Item[] => [
    ...(before ?? []),
    ...text
      .split(',')
      .filter(Boolean)
      .map((word) => read(word.trim())),
  ]
