/** The lines of an iCalendar text (RFC 5545): unfolded, and taken apart. */

/** Characters of a line once it is unfolded: a hundred symbols, each as long as one may be. */
export const LINE_LENGTH_MAX = 8_192

export interface UnfoldedLine {
  /** Where it begins in the text, from 1. */
  readonly number: number
  content: string
}

export interface IcsLine {
  readonly number: number
  readonly name: string
  readonly parameters: ReadonlyMap<string, string>
  readonly value: string
}

/** The lines of a text; null for those that are empty or go on with the one before, which begin with a blank. */
export function* unfold(text: string): Generator<UnfoldedLine | null> {
  let last: UnfoldedLine | null = null
  let number = 0
  for (const line of linesOf(text.replace(/^\uFEFF/, ''))) {
    number += 1
    if (last !== null && /^[ \t]/.test(line)) {
      last.content += line.slice(1)
      yield null
    } else {
      yield unlessEmpty(last)
      last = { number, content: line }
    }
  }
  yield unlessEmpty(last)
}

const unlessEmpty = (line: UnfoldedLine | null): UnfoldedLine | null => (line?.content.trim() === '' ? null : line)

function* linesOf(text: string): Generator<string> {
  let start = 0
  for (const { 0: end, index } of text.matchAll(/\r\n|\n|\r/g)) {
    yield text.slice(start, index)
    start = index + end.length
  }
  yield text.slice(start)
}

const NAMED = /^([A-Za-z0-9-]+)((?:;[A-Za-z0-9-]+=(?:"[^"]*"|[^";:]*))*):(.*)$/

/** null when it is not NAME:value. */
export function parseLine({ number, content }: UnfoldedLine): IcsLine | null {
  const [, name, parameters = '', value = ''] = NAMED.exec(content) ?? []
  if (name === undefined) return null
  const named = [...parameters.matchAll(/;([A-Za-z0-9-]+)=(?:"([^"]*)"|([^";:]*))/g)]
  return {
    number,
    name: name.toUpperCase(),
    parameters: new Map(named.map(([, key = '', quoted, plain]) => [key.toUpperCase(), quoted ?? plain ?? ''])),
    value: value.trim(),
  }
}
