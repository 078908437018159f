/** The loss rules of firms as data, each on worked paths whose figures an oracle of its own computes. */
import { runs } from '@ats/test-kit'
import { FIRMS, PATHS } from '../../../test/support/losses/firms.js'
import { comparePaths } from '../../../test/support/losses/compare-paths.js'
import { planOf, playPath } from '../../../test/support/losses/play-path.js'
import { neverBinds } from './never-binds.js'

describe.each(FIRMS)('$name', ({ rules, ends }) => {
  test('is a plan of which every rule binds', () => expect(neverBinds(planOf(rules))).toBeNull())

  test.each(Object.entries(PATHS))('%s', (path, pathOf) => {
    const { crossed, state } = playPath(rules, pathOf(rules.initial))
    const lines = crossed.map(
      ({ rule, action, step, floor }) => `${rule} ${action} ${step} ${Number(floor.toFixed(6))}`,
    )
    expect([...lines, state]).toEqual(ends[path])
  })
})

test('random rules on random paths: floors and crossings are those of the oracle', () => comparePaths(runs(300)))
