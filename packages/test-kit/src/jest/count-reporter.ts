interface FileResults {
  readonly testFilePath: string
  readonly numPendingTests: number
}

interface RunResults {
  readonly numPassedTests: number
  readonly numFailedTests: number
  readonly numPendingTests: number
  readonly numRuntimeErrorTestSuites: number
  readonly testResults: readonly FileResults[]
}

const ENDED_EARLY = '\nthe process ended before its tests did\n0 passed, 1 failed\n'

/**
 * A jest reporter that ends the run with `N passed, N failed`; a test file that could not be run at all counts as one
 * failure. A run whose process ends before its tests have, because nothing is left that they wait for, fails, too:
 * Node.js itself calls that a success. With NO_SKIPPED_TESTS=true a skipped test is a failure: in CI, where every
 * program that tests need is installed.
 */
export default class CountReporter {
  private isComplete = false
  private error: Error | undefined

  onRunStart(): void {
    process.once('exit', () => {
      if (this.isComplete) return
      process.stderr.write(ENDED_EARLY)
      process.exitCode = 1
    })
  }

  onRunComplete(_contexts: unknown, results: RunResults): void {
    this.isComplete = true
    const skipped = process.env['NO_SKIPPED_TESTS'] === 'true' ? results.numPendingTests : 0
    const failed = results.numFailedTests + results.numRuntimeErrorTestSuites + skipped
    if (skipped > 0) {
      const files = results.testResults.filter(({ numPendingTests }) => numPendingTests > 0)
      process.stderr.write(`\nSkipped in:\n${files.map(({ testFilePath }) => `  ${testFilePath}\n`).join('')}`)
      this.error = new Error(`${skipped} tests were skipped: a program that they need is missing`)
    }
    const note = results.numPendingTests === 0 ? '' : ` (${results.numPendingTests} skipped)`
    process.stderr.write(`\nTests done${note}\n${results.numPassedTests} passed, ${failed} failed\n`)
  }

  /** jest asks after the run: an error ends it with a failure. */
  getLastError(): Error | undefined {
    return this.error
  }
}
