/**
 * Compares builds of the engine by the CPU of an order: its decision, what is recorded of it, and the parameters of its
 * write. All of them run in this process, in short slices one after the other, in an order drawn by lot:
 *
 *   node bench/dist/decide/decide-process.js [--rounds 20000] [--stops] <root of build A> [<root of build B> …]
 *
 * The rules about orders are off, but of a root with `+rules` at its end: `. .+rules` is what these rules cost. A root
 * with `-inputs` keeps none of what decisions read: `.-inputs .` is what keeping it costs. With `--stops` positions
 * have stops and orders bring theirs, as a plan may require.
 * A is loaded twice; the second copy is the control. Prints one line of JSON a build: the median in microseconds, and
 * the ratio to A with its half-width (95 %), from the quieter half of the slices. A single process may favour a build
 * by how it happens to be compiled: run several, and take the mean of their logarithms.
 */
import { existsSync, realpathSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type * as DecidePlace from '@ats/trading-engine/dist/core/decide/decide-place.js'
import type * as RecordInputs from '@ats/trading-engine/dist/commands/pipeline/record-inputs.js'
import type { CommandRow } from '@ats/trading-engine/dist/store/tables/commands.js'
import type * as WriteStatement from '@ats/trading-engine/dist/store/write/write-statement.js'
import { asNumber } from '@ats/trading-engine/dist/wire/decimals.js'
import { loadCatalogue } from '@ats/trading-engine/dist/market/catalogue.js'
import { createHolder } from '../risk/holder.js'
import { medianOf } from '../report/median.js'
import { trimmedMean } from './trimmed-mean.js'

/** Orders in a slice: less than a millisecond, so that many slices have the processor to themselves. */
const SLICE = 8
const WARM_UP_SLICES = 450
/** Rounds of which the quiet slices of the builds are compared. */
const BLOCK = 100

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { rounds: { type: 'string', default: '20000' }, stops: { type: 'boolean', default: false } },
})

interface Build {
  readonly name: string
  readonly root: string
  readonly hasOrderRules: boolean
  readonly keepsInputs: boolean
}

const RULES_MARK = '+rules'
const NO_INPUTS_MARK = '-inputs'

const buildOf = (name: string, asked: string): Build => ({
  name,
  root: asked.replace(RULES_MARK, '').replace(NO_INPUTS_MARK, ''),
  hasOrderRules: asked.endsWith(RULES_MARK),
  keepsInputs: !asked.endsWith(NO_INPUTS_MARK),
})

/** Functions compiled for this build alone, also where another one has the same root. */
function decider({ root, hasOrderRules, keepsInputs }: Build): (index: number) => void {
  const load = createRequire(__filename)
  const dist = realpathSync(join(root, 'services/trading-engine/dist'))
  for (const file of Object.keys(load.cache)) if (file.startsWith(dist)) Reflect.deleteProperty(load.cache, file)
  const { decidePlace } = load(join(dist, 'core/decide/decide-place.js')) as typeof DecidePlace
  const { writeParameters } = load(join(dist, 'store/write/write-statement.js')) as typeof WriteStatement
  const terms = { working: values.stops ? 'STOPS' : 'ENTRIES', hasOrderRules } as const
  const { account, context, order } = createHolder(loadCatalogue(), terms)
  const recorder = join(dist, 'commands/pipeline/record-inputs.js')
  const record = keepsInputs && existsSync(recorder) ? (load(recorder) as typeof RecordInputs).recordInputs : null
  return (index) => {
    const asked = order(index)
    const recording = record?.(context, COMMAND.origin, account, NO_DATABASE) ?? null
    const inContext = recording?.context ?? { ...context, origin: COMMAND.origin }
    const outcome = decidePlace(account, asked, inContext)
    if (outcome.kind === 'problem' || outcome.changes === null) throw new Error('an order was refused')
    const { changes } = outcome
    const at = changes.account.clock
    const id = inContext.newId()
    const recorded = recording?.text({ asked, write: asNumber }, at)
    const command = { ...COMMAND, id, accountId: account.id, at, recorded }
    writeParameters([{ version: account.version, decisions: [{ command, changes, events: [] }] }], false)
  }
}

const NO_DATABASE = { query: () => Promise.reject(new Error('there is no database')) }

const COMMAND: Omit<CommandRow, 'id' | 'accountId' | 'at'> = {
  ...{ userId: 'bench', clientId: 'bench-1', kind: 'place_order', fingerprint: Buffer.alloc(32) },
  ...{ moves: true, status: 200, response: '{}' },
  origin: { by: 'API', keyId: null },
}

function measure(builds: readonly Build[], rounds: number): void {
  const runs = builds.map((build) => ({ build, decide: decider(build), micros: [] as number[] }))
  let index = 0
  const slice = (decide: (index: number) => void): number => {
    const before = process.cpuUsage()
    for (let count = 0; count < SLICE; count += 1) decide((index += 1))
    const { user, system } = process.cpuUsage(before)
    return (user + system) / SLICE
  }
  for (let warm = 0; warm < WARM_UP_SLICES; warm += 1) for (const { decide } of runs) slice(decide)
  for (let round = 0; round < rounds; round += 1) {
    const order = runs.map((run) => ({ run, place: Math.random() })).sort((a, b) => a.place - b.place)
    for (const { run } of order) run.micros.push(slice(run.decide))
  }
  const [first] = runs
  for (const { build, micros } of runs) {
    const [ofBuild, ofFirst] = [quietMeans(micros), quietMeans(first?.micros ?? micros)]
    const ratios = ofBuild.map((value, block) => Math.log(value / (ofFirst[block] ?? value)))
    const { mean, halfWidth } = trimmedMean(ratios)
    const ratio = { ratio: Math.exp(mean), halfWidth: Math.exp(mean) * halfWidth }
    process.stdout.write(`${JSON.stringify({ ...build, micros: medianOf(micros), ...ratio })}\n`)
  }
}

/** A block's mean without its slower half, in which others used the processor, and without the fastest tenth. */
const quietMeans = (micros: readonly number[]): readonly number[] =>
  Array.from({ length: Math.floor(micros.length / BLOCK) }, (_block, index) => {
    const sorted = micros.slice(index * BLOCK, (index + 1) * BLOCK).sort((a, b) => a - b)
    const quiet = sorted.slice(BLOCK / 10, BLOCK / 2)
    return quiet.reduce((sum, value) => sum + value, 0) / quiet.length
  })

const [root, ...others] = positionals
if (root === undefined) throw new Error('name the root of at least one build')
const named = others.map((other, place) => buildOf(String.fromCharCode('B'.charCodeAt(0) + place), other))
measure([buildOf('A', root), buildOf('control', root), ...named], Number(values.rounds))
