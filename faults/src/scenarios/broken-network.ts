import { setTimeout as sleep } from 'node:timers/promises'
import type { FaultMode } from '@ats/test-kit'
import { withTestBed } from './test-bed.js'
import { conclude, expectThat, type Scenario } from './scenario.js'

const CALM_MS = 1_500

/** The way to Postgres refuses, hangs, resets and cuts answers short, for seconds at a time. */
export const brokenNetwork: Scenario = {
  name: 'broken-network',
  title: 'refuse, hang, reset, cut after N bytes',
  run: (context) =>
    withTestBed(context, { name: 'broken-network', isProxied: true }, async (testBed) => {
      const random = context.random.fork('faults')
      const rounds = context.count(5, 1)
      let injected = 0
      await testBed.trade(async () => {
        for (let round = 1; round <= rounds; round += 1) {
          const cut: FaultMode = { cutAfterBytes: 50 + random.below(3_000) }
          for (const mode of ['refuse', 'hang', 'reset', cut] as const) {
            await sleep(CALM_MS)
            await testBed.proxy.mode(mode)
            injected += 1
            await sleep(random.between(500, 3_000))
            await testBed.proxy.mode('forward')
            context.progress(`${injected}/${rounds * 4} faults`)
          }
        }
        await sleep(CALM_MS)
      })
      const { operations, checks } = await testBed.verify()
      const deaths = testBed.engines[0].deaths()
      const cuts = testBed.proxy.cuts()
      return conclude({
        injected,
        operations,
        checks: [
          ...checks,
          expectThat('the engine survives it', deaths === 0, `it ended ${deaths} times`),
          expectThat('connections were cut', cuts > 0, 'none was'),
        ],
        notes: [`${cuts} connections cut in the middle of an answer`],
      })
    }),
}
