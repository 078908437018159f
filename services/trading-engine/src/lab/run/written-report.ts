/** The report of a run as it is sent, and the first difference of two. */
import type { KeptRecipe } from './lab-report.js'

export interface WrittenTrace {
  readonly account_id: string
  readonly sequence: number
  readonly type: string
  readonly at: string
  readonly hash: string
}

export interface WrittenCommand {
  readonly at: string
  readonly moved: boolean
  readonly method: string
  readonly path: string
  readonly body: string | null
  readonly status: number
  /** Absent in reports from before there were faults of orders. */
  readonly fault?: number | null
}

export interface WrittenReport {
  readonly run_id: string
  readonly code_version: string
  readonly tape_id: string | null
  readonly now: string | null
  readonly events: number
  readonly events_hash: string | null
  readonly recipe: KeptRecipe | null
  readonly commands: readonly WrittenCommand[]
  readonly commands_left_out: number
  readonly trace: readonly WrittenTrace[]
  readonly trace_left_out: number
}

export interface RecreatedRun {
  readonly hash: string
  readonly trace: readonly WrittenTrace[]
  /** The statuses of its commands. */
  readonly statuses: readonly number[]
}

/** A number in a list, from 1, and what is there on either side; null: nothing. */
export interface ItemDifference<T> {
  readonly number: number
  readonly first: T | null
  readonly second: T | null
}

export interface ReportDifference {
  readonly equal: boolean
  /** The first field of the recipe that differs, as `request.tape.seed`. */
  readonly recipe: { readonly field: string; readonly first: unknown; readonly second: unknown } | null
  readonly command: ItemDifference<WrittenCommand> | null
  readonly event: ItemDifference<WrittenTrace> | null
}

/** The file is no report. */
export class ReportError extends Error {
  override readonly name = 'ReportError'
}

const LISTS = ['commands', 'trace'] as const

/** @throws ReportError where the text is no report */
export function readReport(text: string, name: string): WrittenReport {
  const value = parsed(text, name)
  for (const list of LISTS)
    if (!Array.isArray(value[list]))
      throw new ReportError(`${name} is no report of a run with its log: it has no ${list}`)
  return value as unknown as WrittenReport
}

function parsed(text: string, name: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null) return value as Readonly<Record<string, unknown>>
  } catch {
    // It is told below.
  }
  throw new ReportError(`${name} is no report of a run: it is no JSON object`)
}

/** Equal where their events are, byte by byte; the rest says why they are not. */
export function compareReports(first: WrittenReport, second: WrittenReport): ReportDifference {
  const recipe = firstField(first.recipe, second.recipe, '')
  const command = firstItem(first.commands, second.commands, (a, b) => JSON.stringify(a) === JSON.stringify(b))
  const event = firstTrace(first.trace, second.trace)
  return { equal: first.events_hash === second.events_hash && event === null, recipe, command, event }
}

export const firstTrace = (
  first: readonly WrittenTrace[],
  second: readonly WrittenTrace[],
): ItemDifference<WrittenTrace> | null => firstItem(first, second, (a, b) => a.hash === b.hash)

function firstItem<T>(
  first: readonly T[],
  second: readonly T[],
  isSame: (a: T, b: T) => boolean,
): ItemDifference<T> | null {
  for (let place = 0; place < Math.max(first.length, second.length); place += 1) {
    const [a, b] = [first[place], second[place]]
    if (a === undefined || b === undefined || !isSame(a, b))
      return { number: place + 1, first: a ?? null, second: b ?? null }
  }
  return null
}

function firstField(first: unknown, second: unknown, field: string): ReportDifference['recipe'] {
  if (!isObject(first) || !isObject(second))
    return JSON.stringify(first) === JSON.stringify(second)
      ? null
      : { field, first: first ?? null, second: second ?? null }
  for (const name of new Set([...Object.keys(first), ...Object.keys(second)])) {
    const found = firstField(first[name], second[name], field === '' ? name : `${field}.${name}`)
    if (found !== null) return found
  }
  return null
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null
