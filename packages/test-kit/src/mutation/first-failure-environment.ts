import type { Circus } from '@jest/types'
import NodeEnvironment from 'jest-environment-node'

/** Skips all tests after the first that fails: one is enough to kill a mutant. */
export default class FirstFailureEnvironment extends NodeEnvironment {
  private hasFailed = false

  handleTestEvent(event: Circus.Event): void {
    if (event.name === 'test_done' && event.test.errors.length > 0) this.hasFailed = true
    if (event.name === 'test_start' && this.hasFailed) event.test.mode = 'skip'
  }
}
