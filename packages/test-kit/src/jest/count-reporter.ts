interface RunResults {
  readonly numPassedTests: number
  readonly numFailedTests: number
  readonly numPendingTests: number
  readonly numRuntimeErrorTestSuites: number
}

const ENDED_EARLY = '\nthe process ended before its tests did\n0 passed, 1 failed\n'

/**
 * A jest reporter that ends the run with `N passed, N failed`; a test file that could not be run at all counts as one
 * failure. A run whose process ends before its tests have, because nothing is left that they wait for, fails, too:
 * Node.js itself calls that a success.
 */
export default class CountReporter {
  private isComplete = false

  onRunStart(): void {
    process.once('exit', () => {
      if (this.isComplete) return
      process.stderr.write(ENDED_EARLY)
      process.exitCode = 1
    })
  }

  onRunComplete(_contexts: unknown, results: RunResults): void {
    this.isComplete = true
    const failed = results.numFailedTests + results.numRuntimeErrorTestSuites
    const skipped = results.numPendingTests === 0 ? '' : ` (${results.numPendingTests} skipped)`
    process.stderr.write(`\nTests done${skipped}\n${results.numPassedTests} passed, ${failed} failed\n`)
  }
}
