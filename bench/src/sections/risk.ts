/**
 * The cost of a plan's rules: for a single order of a full account, and for orders over HTTP against an engine without
 * rules.
 */
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { SERVICE_NODE_ARGS } from '@ats/local-stack'
import { withEngine, type Bench } from '../bench.js'
import type { Cell } from '../cell.js'
import { medianOf } from '../report/median.js'
import type { RulesRound, Spread } from '../risk/rules-process.js'
import { seedLoosePlan } from '../seed/seed-loose-plan.js'
import { CONNECTIONS, placing, warm } from './contenders.js'
import { runRounds } from './rounds.js'
import { RATIO, type Ratio, type Section, type SectionResult } from './section.js'

const ENTRY = join(__dirname, '../risk/rules-process.js')
const TIMEOUT_MS = 300_000
const WITH_RULES = `order, every rule on, ${CONNECTIONS} connections`
const WITHOUT_RULES = `order, rules off, ${CONNECTIONS} connections`

export const riskSection: Section = {
  name: 'risk',
  title: 'POST /v1/order with the rules of a plan and without',
  run: async (bench) => {
    const rounds = await measureRules(bench)
    const compared = await compareEngines(bench)
    return {
      cells: [
        cellOf('rules of an order, 20 positions', rounds, ({ rules }) => rules),
        cellOf(
          'rules of an order, 20 positions and 20 working orders',
          rounds,
          ({ rulesAmidOrders }) => rulesAmidOrders,
        ),
        cellOf('all of the decision, 20 positions and 20 working orders', rounds, ({ decision }) => decision),
        ...compared.cells,
      ],
      ratios: [figureOf(RATIO.rules, rounds), ...compared.ratios],
      notes: [
        'Rules off: every order approved unasked and no mark judged, in the process of the benchmark; the service has no such switch.',
      ],
    }
  },
}

async function measureRules({ scale }: Bench): Promise<readonly RulesRound[]> {
  const args = [...SERVICE_NODE_ARGS, ENTRY, String(scale.risk.orders), String(scale.risk.rounds)]
  const { stdout } = await promisify(execFile)(process.execPath, args, { timeout: TIMEOUT_MS })
  return stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as RulesRound)
}

/** Both on the same plan, each on a database of its own, in turns. */
function compareEngines(bench: Bench): Promise<Pick<SectionResult, 'cells' | 'ratios'>> {
  const options = { accounts: bench.scale.accounts, prepare: seedLoosePlan }
  return withEngine(bench, options, (engine) =>
    withEngine(bench, { ...options, isWithoutRules: true }, async (bare) => {
      await warm(bench, engine)
      await warm(bench, bare)
      const contenders = [placing(bench, engine, WITH_RULES), placing(bench, bare, WITHOUT_RULES)]
      const rounds = await runRounds({ scale: { ...bench.scale, rounds: bench.scale.risk.rounds } }, contenders)
      return { cells: rounds.cells, ratios: [rounds.ratio(RATIO.rulesToNone, WITH_RULES, WITHOUT_RULES)] }
    }),
  )
}

function cellOf(name: string, rounds: readonly RulesRound[], pick: (round: RulesRound) => Spread): Cell {
  const median = (value: (spread: Spread) => number): number => medianOf(rounds.map((round) => value(pick(round))))
  return {
    name,
    perSecond: 1e6 / median(({ p50 }) => p50),
    rounds: rounds.map((round) => 1e6 / pick(round).p50),
    p50Ms: median(({ p50 }) => p50) / 1_000,
    p99Ms: median(({ p99 }) => p99) / 1_000,
    maxMs: median(({ max }) => max) / 1_000,
    errors: 0,
    problems: [],
  }
}

function figureOf(name: string, rounds: readonly RulesRound[]): Ratio {
  const values = rounds.map(({ rules }) => rules.p50)
  return { name, median: medianOf(values), min: Math.min(...values), max: Math.max(...values) }
}
