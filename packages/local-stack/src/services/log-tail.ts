import { closeSync, openSync, readSync, statSync } from 'node:fs'

const LEVEL_WARN = 40
const LEVEL_ERROR = 50

/** Reads what was appended to a file after `offset`. */
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

/** The last message of a program that ended: the error of a stack trace if any, else its last line, plain or JSON. */
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

/** A line of a log that somebody at the console wants to see. */
export interface Notice {
  readonly text: string
  /** The dependency that failed or recovered; null for any other problem. */
  readonly about: { readonly dependency: string; readonly answers: boolean } | null
}

/** Warnings, errors and recoveries among JSON log lines, each as one short line. */
export function noticesIn(text: string): readonly Notice[] {
  return text
    .split('\n')
    .map(parseLine)
    .flatMap((entry) => (entry === undefined ? [] : noticesOf(entry)))
}

function noticesOf(entry: Record<string, unknown>): readonly Notice[] {
  const { level, dependency, answers } = entry
  const message = messageOf(entry) ?? 'no message'
  const about = typeof dependency === 'string' && typeof answers === 'boolean' ? { dependency, answers } : null
  if (about?.answers === true) return [{ text: `recovered: ${message}`, about }]
  if (typeof level !== 'number' || level < LEVEL_WARN) return []
  const which = about === null && typeof dependency === 'string' ? `: ${dependency}` : ''
  return [{ text: `${level >= LEVEL_ERROR ? 'error' : 'warning'}: ${message}${which}`, about }]
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
