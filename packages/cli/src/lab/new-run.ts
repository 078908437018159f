/** The runs that `ats lab run` asks for: one a seed. */
import { readFileSync } from 'node:fs'
import type { NewRun } from '@ats/sdk'
import { Failure } from '../failure.js'

export const MODELS = ['GBM', 'GARCH', 'SYNTHETIC'] as const
export type Model = (typeof MODELS)[number]

export interface RunOptions {
  readonly plan?: string
  /** Instead of the plan: all phases of a challenge. */
  readonly program?: string
  /** Instead of the plan: an account whose state each run starts from. */
  readonly copyOf?: string
  /** The name of a kept tape, or its hash; absent: prices of the model. */
  readonly tape?: string
  readonly resample?: true
  readonly model: Model
  readonly symbols: readonly string[]
  readonly from: string
  readonly days: number
  readonly step: number
  readonly volatility?: number
  readonly drift?: number
  readonly seeds?: number
}

export type Faults = NonNullable<NewRun['faults']>

export const DEFAULT_PLAN = 'two-step-100k'
const SEEDS = 100

/** A kept tape has the same prices for every seed. */
export const seedCount = ({ seeds, tape, resample }: RunOptions): number =>
  seeds ?? (tape !== undefined && resample !== true ? 1 : SEEDS)

/** @throws Failure usage, where options do not go together, or the first day is no date */
export function newRunOf(options: RunOptions, faults: Faults): (seed: number) => NewRun {
  const tapeOf = tapesOf(options)
  const { plan = DEFAULT_PLAN, program, copyOf } = options
  const rules =
    copyOf !== undefined
      ? { start: { copy_of: copyOf } }
      : program === undefined
        ? { plan_id: plan }
        : { program_id: program }
  return (seed) => ({
    ...{ ...rules, seed, name: `seed ${seed}`, tape: tapeOf(seed) },
    ...(faults.length > 0 && { faults }),
  })
}

function tapesOf({ tape, resample, ...options }: RunOptions): (seed: number) => NewRun['tape'] {
  const { model, symbols, from, days, step, volatility, drift } = options
  if (resample === true && tape === undefined) throw new Failure('usage', '--resample is of a kept tape: give --tape')
  if (tape !== undefined && resample !== true) return () => ({ id: tape })
  const to = dayAfter(from, days)
  if (tape !== undefined) return (seed) => ({ model: 'BOOTSTRAP', source: tape, seed, from, to })
  return (seed) => ({
    ...{ model, seed, symbols: [...symbols], step_ms: step, from, to },
    ...(volatility === undefined ? {} : { volatility }),
    ...(drift === undefined ? {} : { drift }),
  })
}

/** @throws Failure usage, where it is no date */
function dayAfter(from: string, days: number): string {
  const at = Date.parse(from)
  if (Number.isNaN(at)) throw new Failure('usage', `--from must be a date such as 2026-03-02, not ${from}`)
  return new Date(at + days * 86_400_000).toISOString().slice(0, 10)
}

/** A file with a list of faults; the laboratory says what is wrong with one. @throws Failure usage */
export function readFaults(path: string): Faults {
  try {
    const value: unknown = JSON.parse(readFileSync(path, 'utf8'))
    if (Array.isArray(value)) return value as Faults
  } catch (error) {
    throw new Failure('usage', `${path}: ${error instanceof Error ? error.message : String(error)}`)
  }
  throw new Failure('usage', `${path} must be a list of faults, such as [{"do": "429", "when": {"nth": 3}}]`)
}

/** The options that ask for the same runs again. */
export function flagsOf({ plan, program, copyOf, tape, resample, ...options }: RunOptions): readonly string[] {
  const { model, symbols, from, days, step, volatility, drift } = options
  const span = { from, days }
  const made = { model, symbols: symbols.join(','), ...span, step: `${step}ms`, volatility, drift }
  const prices = tape === undefined ? made : resample === true ? { tape, ...span } : { tape }
  const rules =
    copyOf !== undefined ? { 'copy-of': copyOf } : program === undefined ? { plan: plan ?? DEFAULT_PLAN } : { program }
  const named = Object.entries({ ...rules, ...prices })
  const flags = named.flatMap(([name, value]) => (value === undefined ? [] : [`--${name} ${value}`]))
  return [...flags, ...(resample === true ? ['--resample'] : [])]
}
