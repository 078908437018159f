/** A run of tests whose process ends early is red, though Node.js ends with 0 when its event loop has nothing to do. */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

const REPORTER = join(__dirname, '../dist/jest/count-reporter.js')
const results = (skipped: number) =>
  `{ numPassedTests: 2, numFailedTests: 0, numPendingTests: ${skipped}, numRuntimeErrorTestSuites: 0,
     testResults: [{ testFilePath: '/a.test.ts', numPendingTests: ${skipped} }] }`

/** A process that begins a run, and then does as the statement says. */
function runThen(statement: string, environment: Record<string, string> = {}) {
  const script = `const { default: Reporter } = require(${JSON.stringify(REPORTER)})
    const reporter = new Reporter()
    reporter.onRunStart()
    ${statement}
    if (reporter.getLastError()) process.exitCode = 1`
  const env = { ...process.env, ...environment }
  const { status, stderr } = spawnSync(process.execPath, ['-e', script], { encoding: 'utf8', env })
  return { status, lastLine: stderr.trimEnd().split('\n').at(-1) }
}

test('a run that comes to its end counts what has passed', () => {
  expect(runThen(`reporter.onRunComplete([], ${results(0)})`)).toEqual({ status: 0, lastLine: '2 passed, 0 failed' })
})

test('a run whose process ends before is a failure', () => {
  expect(runThen('new Promise(() => undefined)')).toEqual({ status: 1, lastLine: '0 passed, 1 failed' })
})

test('skipped tests fail a run that may have none', () => {
  const complete = `reporter.onRunComplete([], ${results(3)})`
  expect(runThen(complete, { NO_SKIPPED_TESTS: '' })).toEqual({ status: 0, lastLine: '2 passed, 0 failed' })
  expect(runThen(complete, { NO_SKIPPED_TESTS: 'true' })).toEqual({ status: 1, lastLine: '2 passed, 3 failed' })
})
