/** Random loss rules on a hundred thousand random paths: floors and crossings are those of the oracle. */
import { runs } from '@ats/test-kit'
import { comparePaths } from '../support/losses/compare-paths.js'

test('floors and crossings of random paths', () => comparePaths(runs(100_000)), 600_000)
