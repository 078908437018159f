import { inArena } from './arena.js'
import { conclude, expectThat, type Scenario } from './scenario.js'

const COMMITS_BETWEEN_MAX = 8

/** Postgres commits, and the engine never hears of it: its connection is reset instead of the answer. */
export const droppedCommits: Scenario = {
  name: 'dropped-commits',
  title: 'dropped answer of the k-th COMMIT',
  run: (context) =>
    inArena(context, { name: 'dropped-commits', isProxied: true }, async (arena) => {
      const drops = context.count(200, 20)
      const random = context.random.fork('commits')
      let injected = 0
      await arena.trade(async () => {
        while (injected < drops) {
          await arena.proxy.dropCommitAnswer(1 + random.below(COMMITS_BETWEEN_MAX))
          injected += 1
          context.progress(`${injected}/${drops} answers dropped`)
        }
      })
      const { operations, checks } = await arena.judge()
      const deaths = arena.engines[0].deaths()
      return conclude({
        injected,
        operations,
        checks: [...checks, expectThat('the engine survives it', deaths === 0, `it ended ${deaths} times`)],
      })
    }),
}
