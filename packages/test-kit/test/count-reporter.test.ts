/** A run of tests whose process ends early is red, though Node.js ends with 0 when its event loop has nothing to do. */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

const REPORTER = join(__dirname, '../dist/jest/count-reporter.js')
const RESULTS = '{ numPassedTests: 2, numFailedTests: 0, numPendingTests: 0, numRuntimeErrorTestSuites: 0 }'

/** A process that begins a run, and then does as the statement says. */
function runThen(statement: string) {
  const script = `const { default: Reporter } = require(${JSON.stringify(REPORTER)})
    const reporter = new Reporter()
    reporter.onRunStart()
    ${statement}`
  const { status, stderr } = spawnSync(process.execPath, ['-e', script], { encoding: 'utf8' })
  return { status, lastLine: stderr.trimEnd().split('\n').at(-1) }
}

test('a run that comes to its end counts what has passed', () => {
  expect(runThen(`reporter.onRunComplete([], ${RESULTS})`)).toEqual({ status: 0, lastLine: '2 passed, 0 failed' })
})

test('a run whose process ends before is a failure', () => {
  expect(runThen('new Promise(() => undefined)')).toEqual({ status: 1, lastLine: '0 passed, 1 failed' })
})
