/** The command line of the suite. */
import { parseArgs } from 'node:util'

export interface SuiteArguments {
  readonly isFull: boolean
  readonly withMutants: boolean
  readonly seed: number
  /** Histories and logs of a failed run are not kept. */
  readonly discards: boolean
  /** Every scenario on two replicas and two workers behind haproxy. */
  readonly isReplicated: boolean
  /** Names of scenarios; empty: all. */
  readonly only: readonly string[]
}

const OPTIONS = {
  full: { type: 'boolean', default: false },
  mutants: { type: 'boolean', default: false },
  replicas: { type: 'boolean', default: false },
  discard: { type: 'boolean', default: false },
  seed: { type: 'string' },
  only: { type: 'string', multiple: true },
} as const

/** @throws Error in words for the terminal */
export function readArguments(args: readonly string[], known: readonly string[]): SuiteArguments {
  const { values } = parseArgs({ args: [...args], options: OPTIONS })
  const only = (values.only ?? []).flatMap((names) => names.split(','))
  const unknown = only.filter((name) => !known.includes(name))
  if (unknown.length > 0) throw new Error(`--only ${unknown.join(', ')}: there are the scenarios ${known.join(', ')}`)
  return {
    isFull: values.full,
    withMutants: values.full || values.mutants,
    discards: values.discard,
    isReplicated: values.replicas,
    seed: readSeed(values.seed),
    only,
  }
}

const SEEDS = 2 ** 31

function readSeed(text: string | undefined): number {
  if (text === undefined) return Math.floor(Math.random() * SEEDS)
  if (!/^\d{1,10}$/.test(text) || Number(text) >= SEEDS)
    throw new Error(`--seed ${text}: should be a whole number below ${SEEDS}`)
  return Number(text)
}
