import { waitUntil } from '@ats/local-stack'
import { CRASH_POINTS } from '../engine/crash-points.js'
import { chooseBracketedStep, type ChooseStep } from '../bots/steps.js'
import { withTestBed, type TestBedOptions } from './test-bed.js'
import { conclude, expectThat, type Scenario, type ScenarioContext, type ScenarioResult } from './scenario.js'

const PASSAGES_MAX = 20
const CRASH_TIMEOUT_MS = 30_000

/** The engine ends at each named point of an order's way, again and again, while bots trade. */
export const crashPoints = scenarioOf({ name: 'crash-points', title: 'crash at a named point' }, 5)

/** The same while each order brings its stop and its target. */
export const bracketCrashPoints = scenarioOf(
  { name: 'bracket-crash-points', title: 'crash at a named point, orders with stop and target' },
  20,
  chooseBracketedStep,
)

/** `times`: crashes at each point, in a full run. */
function scenarioOf(named: Pick<Scenario, 'name' | 'title'>, times: number, choose?: ChooseStep): Scenario {
  const options = { name: named.name, ...(choose && { choose }) }
  return { ...named, run: (context) => crash(context, options, context.count(times, 2)) }
}

const crash = (context: ScenarioContext, options: TestBedOptions, times: number): Promise<ScenarioResult> =>
  withTestBed(context, options, async (testBed) => {
    const [engine] = testBed.engines
    const random = context.random.fork('passages')
    const plan = CRASH_POINTS.flatMap((point) =>
      Array.from({ length: times }, () => `${point}:${1 + random.below(PASSAGES_MAX)}`),
    )
    await testBed.trade(async () => {
      engine.crashAt(plan)
      await engine.kill() // from here on each start is armed
      const before = engine.deaths()
      for (const [index, point] of plan.entries()) {
        context.progress(`${index}/${plan.length} crashes, next ${point}`)
        if (!(await waitUntil(() => engine.deaths() > before + index, { timeoutMs: CRASH_TIMEOUT_MS }))) break
      }
      await engine.ready()
    })
    const crashed = engine.deaths() - 1
    const { operations, checks } = await testBed.verify()
    return conclude({
      injected: crashed,
      operations,
      checks: [...checks, expectThat('each point was reached', crashed === plan.length, `${crashed} were`)],
    })
  })
