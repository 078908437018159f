import { setTimeout as sleep } from 'node:timers/promises'
import { hadUnknownOutcome } from '../checker/operations.js'
import { withTestBed } from './test-bed.js'
import { conclude, expectThat, type Scenario } from './scenario.js'

/**
 * Eight clients of one user trade the same accounts on two replicas, and immediately look up each order on the other
 * replica.
 */
export const sharedAccounts: Scenario = {
  name: 'shared-accounts',
  title: 'two replicas racing on the same accounts',
  run: (context) =>
    withTestBed(
      context,
      { name: 'shared-accounts', engines: 2, isShared: true, accountsPerBot: 4, readBack: 1, pauseMs: 0 },
      async (testBed) => {
        const seconds = context.count(60, 8)
        await testBed.trade(async () => {
          for (let second = 1; second <= seconds; second += 1) {
            await sleep(1_000)
            context.progress(`${second}/${seconds} s`)
          }
        })
        const { operations, checks } = await testBed.verify()
        const unknown = operations.filter(hadUnknownOutcome)
        const [first] = unknown
        const example = first?.attempts.find(({ type }) => type === 'info')?.text
        return conclude({
          injected: operations.length,
          operations,
          checks: [
            ...checks,
            expectThat('every request is answered', first === undefined, `${unknown.length} were not, e.g. ${example}`),
          ],
        })
      },
    ),
}
