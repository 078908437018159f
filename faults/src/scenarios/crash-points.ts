import { waitUntil } from '@ats/local-stack'
import { CRASH_POINTS } from '../engine/crash-points.js'
import { withTestBed } from './test-bed.js'
import { conclude, expectThat, type Scenario } from './scenario.js'

const PASSAGES_MAX = 20
const CRASH_TIMEOUT_MS = 30_000

/** The engine ends at each named point of an order's way, again and again, while bots trade. */
export const crashPoints: Scenario = {
  name: 'crash-points',
  title: 'crash at a named point',
  run: (context) =>
    withTestBed(context, { name: 'crash-points' }, async (testBed) => {
      const [engine] = testBed.engines
      const random = context.random.fork('passages')
      const times = context.count(5, 1)
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
    }),
}
