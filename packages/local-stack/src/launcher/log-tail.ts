import { closeSync, openSync, readSync, statSync } from 'node:fs'

const LEVEL_WARN = 40
const LEVEL_ERROR = 50

/** What was appended to a file after a point. */
export function readFrom(file: string, offset: number): string {
  const size = sizeOf(file)
  if (size <= offset) return ''
  const buffer = Buffer.alloc(size - offset)
  const descriptor = openSync(file, 'r')
  try {
    return buffer.subarray(0, readSync(descriptor, buffer, 0, buffer.length, offset)).toString('utf8')
  } finally {
    closeSync(descriptor)
  }
}

export function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0
}

const LIST_ITEM = /^\s+- /
const STACK_OR_FRAME = /^(\s|Node\.js v|[{}\]^])/

/** The last words of a program that ended: the error of a stack trace if there is one, else its last line, be it plain or JSON. */
export function lastMessage(text: string): string {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  const plain = lines.filter((line) => parseLine(line) !== undefined || !STACK_OR_FRAME.test(line))
  const line = plain.findLast((candidate) => /^\w*Error\b/.test(candidate)) ?? plain.at(-1) ?? 'no message'
  return messageOf(parseLine(line)) ?? [line.trim(), itemsBelow(line, lines)].join(' ').trim()
}

/** The list that a line ending in a colon announces, in one line with it. */
function itemsBelow(line: string, lines: readonly string[]): string {
  if (!line.endsWith(':')) return ''
  const items = lines.slice(lines.lastIndexOf(line) + 1).filter((below) => LIST_ITEM.test(below))
  return items.map((item) => item.replace(LIST_ITEM, '')).join('; ')
}

/** The warnings and errors among JSON log lines, each as one short line. */
export function problemsIn(text: string): readonly string[] {
  return text
    .split('\n')
    .map(parseLine)
    .filter((entry) => typeof entry?.['level'] === 'number' && entry['level'] >= LEVEL_WARN)
    .map(
      (entry) =>
        `${Number(entry?.['level']) >= LEVEL_ERROR ? 'error' : 'warning'}: ${messageOf(entry) ?? 'no message'}`,
    )
}

function messageOf(entry: Record<string, unknown> | undefined): string | undefined {
  return typeof entry?.['msg'] === 'string' ? entry['msg'] : undefined
}

function parseLine(line: string): Record<string, unknown> | undefined {
  if (!line.startsWith('{')) return undefined
  try {
    return JSON.parse(line) as Record<string, unknown>
  } catch {
    return undefined // the end of a line that is still being written
  }
}
