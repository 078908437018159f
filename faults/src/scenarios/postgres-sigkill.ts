import { setTimeout as sleep } from 'node:timers/promises'
import { withTestBed } from './test-bed.js'
import { conclude, expectThat, type Scenario } from './scenario.js'

/** Every process of PostgreSQL is killed while bots trade; it recovers from its log. */
export const postgresSigkill: Scenario = {
  name: 'postgres-sigkill',
  title: 'SIGKILL of PostgreSQL',
  run: (context) =>
    withTestBed(context, { name: 'postgres-sigkill' }, async (testBed) => {
      const kills = context.count(15, 2)
      const random = context.random.fork('kills')
      await testBed.trade(async () => {
        for (let kill = 1; kill <= kills; kill += 1) {
          await sleep(random.between(500, 2_000))
          await context.stack.postgres.killAndRestart()
          context.progress(`${kill}/${kills} kills`)
        }
        await sleep(1_000)
      })
      const { operations, checks } = await testBed.verify()
      const deaths = testBed.engines[0].deaths()
      return conclude({
        injected: kills,
        operations,
        checks: [...checks, expectThat('the engine survives its database', deaths === 0, `it ended ${deaths} times`)],
      })
    }),
}
