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
  /** Names of those to run. */
  readonly scenarios: readonly string[]
}

export class ArgumentError extends Error {}

const OPTIONS = {
  full: { type: 'boolean', default: false },
  mutants: { type: 'boolean', default: false },
  replicas: { type: 'boolean', default: false },
  discard: { type: 'boolean', default: false },
  seed: { type: 'string' },
  only: { type: 'string', multiple: true },
  shard: { type: 'string' },
  help: { type: 'boolean', default: false },
} as const

export const usageOf = (known: readonly string[]): string => `npm run test:faults -- [options]
  --only NAME[,NAME]  those scenarios alone; without it, all
  --shard 2/3         every third scenario, from the second one on
  --full              ten times as many faults, then the mutants
  --mutants           the mutants alone, each of which the suite must find
  --replicas          every scenario on two replicas and two workers behind haproxy
  --seed N            draws the same faults again
  --discard           keeps no histories and logs of a run that failed
Scenarios: ${known.join(', ')}`

/**
 * Null where help is asked for. `known`: the names of all scenarios, in their order.
 * @throws ArgumentError in words for the terminal
 */
export function readArguments(args: readonly string[], known: readonly string[]): SuiteArguments | null {
  const values = parse(args)
  if (values.help) return null
  // --mutants alone asks about the suite, not about the product.
  const isOfMutants = values.mutants && !values.full && values.shard === undefined
  const named = values.only?.flatMap((names) => names.split(',')) ?? (isOfMutants ? [] : known)
  const unknown = named.filter((name) => !known.includes(name))
  if (unknown.length > 0)
    throw new ArgumentError(`--only ${unknown.join(', ')}: there are the scenarios ${known.join(', ')}`)
  const isOfShare = readShare(values.shard)
  return {
    isFull: values.full,
    withMutants: values.full || values.mutants,
    discards: values.discard,
    isReplicated: values.replicas,
    seed: readSeed(values.seed),
    scenarios: named.filter((name) => isOfShare(known.indexOf(name))),
  }
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: OPTIONS }).values
  } catch (error) {
    throw new ArgumentError(error instanceof Error ? error.message : String(error))
  }
}

/** `2/3` takes every third scenario, from the second one on. */
function readShare(text = '1/1'): (index: number) => boolean {
  const [share = 0, shares = 0] = /^\d{1,2}\/\d{1,2}$/.test(text) ? text.split('/').map(Number) : []
  if (share < 1 || share > shares)
    throw new ArgumentError(`--shard ${text}: should be a share and their number, e.g. 2/3`)
  return (index) => index % shares === share - 1
}

const SEEDS = 2 ** 31

function readSeed(text: string | undefined): number {
  if (text === undefined) return Math.floor(Math.random() * SEEDS)
  if (!/^\d{1,10}$/.test(text) || Number(text) >= SEEDS)
    throw new ArgumentError(`--seed ${text}: should be a whole number below ${SEEDS}`)
  return Number(text)
}
