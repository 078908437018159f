/** Slices of load on three stacks in turns, until what they say about engine CPU is precise enough. */
import { cpuSince, readCpu } from '../cpu/cpu-time.js'
import type { Against, Kind } from '../flags.js'
import type { Load, LoadResult, Workload } from '../load/messages.js'
import type { Generator } from '../load/start-generator.js'
import { formatEstimate, isSettled, verdictOf } from './estimate.js'
import { figuresOf, ratiosOf, roundsTable, STACK_TITLES, type Round, type Slice } from './figures.js'
import { interleave, STACKS, type StackName } from './interleave.js'
import type { Stack } from './stack.js'

export interface Comparison {
  readonly against: Against
  readonly stacks: Readonly<Record<StackName, Stack>>
  readonly generator: Generator
  readonly accounts: number
  readonly users: number
  /** The length of the load on each stack in a round, about. */
  readonly cellSeconds: number
  readonly print: (line: string) => void
}

export type Rounds = Readonly<Record<Kind, readonly Round[]>>

const closed = { loop: 'closed', connections: 64 } as const

/** `perSecond`: about what an undisturbed machine of two cores does. Slices are so many requests, not so much time. */
const LOADS: Readonly<Record<Kind, Pick<Load, 'pace'> & { readonly perSecond: number }>> = {
  orders: { pace: closed, perSecond: 700 },
  price: { pace: closed, perSecond: 8_000 },
  account: { pace: closed, perSecond: 4_000 },
  open: { pace: { loop: 'open', perSecond: 500, connections: 256 }, perSecond: 500 },
}

function workloadOf(kind: Kind, accounts: number): Workload {
  if (kind === 'price') return { kind: 'get', path: '/v1/price?symbol=BTC-USD' }
  return kind === 'account' ? { kind: 'read', path: '/v1/account/{account}', accounts } : { kind: 'place', accounts }
}

/** The shorter the slices, the more alike is what the machine does in those that are compared. */
const SLICES = 4

/** The rounds of each kind, told line by line as they come, and in the end, also of a run cut short, what they say. */
export async function compare(comparison: Comparison): Promise<Rounds> {
  const { against, print } = comparison
  const rounds: Record<Kind, Round[]> = { orders: [], price: [], account: [], open: [] }
  await warm(comparison)
  try {
    await runRounds(comparison, rounds)
  } finally {
    print("\nMedians; ratios with two standard errors. A: the revision, A': the same as a control, B: the work tree")
    for (const kind of against.kinds) if (rounds[kind].length > 0) print(`\n${roundsTable(kind, rounds[kind])}`)
    print('')
    for (const kind of against.kinds) print(verdict(kind, rounds[kind]))
  }
  return rounds
}

async function runRounds(comparison: Comparison, rounds: Record<Kind, Round[]>): Promise<void> {
  const { kinds, pairs } = comparison.against
  const turns = interleave(Math.random)
  for (let pair = 1; pair <= pairs; pair += 1) {
    for (const kind of kinds) {
      const round = await runRound(comparison, kind, turns)
      if (round === undefined) continue
      rounds[kind].push(round)
      comparison.print(roundLine(`${pair}/${pairs}`, kind, round, rounds[kind]))
    }
    if (kinds.every((kind) => isSettled(ratiosOf(rounds[kind], 'engine').change))) return
  }
}

function verdict(kind: Kind, rounds: readonly Round[]): string {
  if (rounds.length === 0) return `${kind}: nothing was measured`
  const { change, control } = ratiosOf(rounds, 'engine')
  return verdictOf(`${kind}: engine CPU an operation`, change, control)
}

function roundLine(pair: string, kind: Kind, round: Round, rounds: readonly Round[]): string {
  const { change, control } = ratiosOf(rounds, 'engine')
  const micros = STACKS.map((stack) => `${STACK_TITLES[stack]} ${round[stack].engine.toFixed(0).padStart(4)}`)
  return `${pair.padStart(6)} ${kind.padEnd(7)} engine µs: ${micros.join('  ')}   B/A ${formatEstimate(change)}   A'/A ${formatEstimate(control)}`
}

/** Loads every account, gives each its positions, and has everything compiled that is measured. */
async function warm(comparison: Comparison): Promise<void> {
  const { stacks, accounts, against, cellSeconds, print } = comparison
  for (const stack of STACKS.map((name) => stacks[name])) {
    print(`Warming up ${STACK_TITLES[stack.name]}`)
    const placeOnce = { workload: { kind: 'place-once', from: 0, accounts }, pace: closed } as const
    await load(comparison, stack, placeOnce)
    for (const kind of against.kinds) await load(comparison, stack, loadOf(kind, accounts, 2 * cellSeconds))
    await stack.tidy()
  }
}

/** A turn of the three in which one had errors counts for none; undefined: none is left. */
async function runRound(
  comparison: Comparison,
  kind: Kind,
  turns: Iterator<readonly StackName[], never>,
): Promise<Round | undefined> {
  const slices: Record<StackName, Slice[]> = { A: [], C: [], B: [] }
  for (let turn = 0; turn < SLICES; turn += 1) {
    const found: (readonly [StackName, Slice])[] = []
    for (const name of turns.next().value) found.push([name, await runSlice(comparison, kind, comparison.stacks[name])])
    const problems = found.flatMap(([name, { result }]) =>
      result.problems.map((text) => `${STACK_TITLES[name]}: ${text}`),
    )
    if (problems[0] === undefined) for (const [name, slice] of found) slices[name].push(slice)
    else comparison.print(`  ${kind}: errors, so the turn does not count: ${problems[0]}`)
  }
  if (slices.A.length === 0) return undefined
  return { A: figuresOf(slices.A), C: figuresOf(slices.C), B: figuresOf(slices.B) }
}

async function runSlice(comparison: Comparison, kind: Kind, stack: Stack): Promise<Slice> {
  const before = readCpu(stack.processes)
  const result = await load(comparison, stack, loadOf(kind, comparison.accounts, comparison.cellSeconds / SLICES))
  return { result, cpu: cpuSince(stack.processes, before) }
}

const loadOf = (kind: Kind, accounts: number, seconds: number): Pick<Load, 'workload' | 'pace' | 'requests'> => ({
  workload: workloadOf(kind, accounts),
  pace: LOADS[kind].pace,
  requests: Math.ceil(LOADS[kind].perSecond * seconds),
})

let runs = 0

const load = (
  { generator, users }: Comparison,
  { port }: Stack,
  options: Pick<Load, 'workload' | 'pace' | 'requests'>,
): Promise<LoadResult> =>
  generator.run({
    ...options,
    port,
    users,
    warmupMs: 0,
    durationMs: null,
    keepsConnections: true,
    run: `${process.pid}-${++runs}`,
  })
