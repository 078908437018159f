import { withTestBed } from './test-bed.js'
import { conclude, expectThat, type Scenario } from './scenario.js'

const COMMITS_BETWEEN_MAX = 8

/** Postgres commits, and the engine never hears of it: its connection is reset instead of the answer. */
export const droppedCommits: Scenario = {
  name: 'dropped-commits',
  title: 'dropped answer of the k-th COMMIT',
  run: (context) =>
    withTestBed(context, { name: 'dropped-commits', isProxied: true }, async (testBed) => {
      const drops = context.count(200, 20)
      const random = context.random.fork('commits')
      let injected = 0
      await testBed.trade(async () => {
        while (injected < drops) {
          await testBed.proxy.dropCommitAnswer(1 + random.below(COMMITS_BETWEEN_MAX))
          injected += 1
          context.progress(`${injected}/${drops} answers dropped`)
        }
      })
      const { operations, checks } = await testBed.verify()
      const deaths = testBed.engines[0].deaths()
      return conclude({
        injected,
        operations,
        checks: [...checks, expectThat('the engine survives it', deaths === 0, `it ended ${deaths} times`)],
      })
    }),
}
