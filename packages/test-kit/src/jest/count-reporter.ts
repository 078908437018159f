interface RunResults {
  readonly numPassedTests: number
  readonly numFailedTests: number
  readonly numPendingTests: number
  readonly numRuntimeErrorTestSuites: number
}

/**
 * A jest reporter that ends the run with `N passed, N failed`; a test file that could not be run at all counts as one
 * failure.
 */
export default class CountReporter {
  onRunComplete(_contexts: unknown, results: RunResults): void {
    const failed = results.numFailedTests + results.numRuntimeErrorTestSuites
    const skipped = results.numPendingTests === 0 ? '' : ` (${results.numPendingTests} skipped)`
    process.stderr.write(`\nTests done${skipped}\n${results.numPassedTests} passed, ${failed} failed\n`)
  }
}
