import { setTimeout as sleep } from 'node:timers/promises'
import { withTestBed } from './test-bed.js'
import { conclude, expectThat, type Scenario } from './scenario.js'

/** The engine is killed at random moments while bots trade, and started again. */
export const engineSigkill: Scenario = {
  name: 'engine-sigkill',
  title: 'SIGKILL of the engine',
  run: (context) =>
    withTestBed(context, { name: 'engine-sigkill' }, async (testBed) => {
      const kills = context.count(100, 10)
      const [engine] = testBed.engines
      const random = context.random.fork('kills')
      await testBed.trade(async () => {
        for (let kill = 1; kill <= kills; kill += 1) {
          await sleep(random.between(50, 500))
          await engine.kill()
          context.progress(`${kill}/${kills} kills`)
          await engine.ready()
        }
      })
      const { operations, checks } = await testBed.verify()
      const deaths = engine.deaths()
      return conclude({
        injected: deaths,
        operations,
        checks: [...checks, expectThat('it ended only where it was killed', deaths === kills, `${deaths} ends`)],
      })
    }),
}
