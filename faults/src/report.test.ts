import { renderReport } from './report.js'
import type { Outcome } from './run-scenarios.js'

const outcome: Outcome = {
  scenario: { name: 'power', title: 'no power', run: () => Promise.reject(new Error('not run')) },
  seconds: 3,
  result: {
    injected: 7,
    operations: 900,
    unknown: 12,
    maxMsToDefinite: 2_345,
    checks: [
      { name: 'everything is there', findings: [{ kind: 'lost', message: 'one is not' }] },
      { name: 'nothing is late', findings: [] },
    ],
    notes: ['p99 was 3 ms'],
  },
}
const mutants = [
  { name: 'control', title: 'no defect', isAsExpected: true, detail: 'passed' },
  { name: 'one', title: 'first | defect', isAsExpected: true, detail: 'a check' },
  { name: 'two', title: 'second defect', isAsExpected: false, detail: 'every check held' },
]

test('the report shows what was injected, what was lost, and which mutants were caught', () => {
  const text = renderReport({ seed: 7, postgresVersion: '18.4', outcomes: [outcome], mutants })
  expect(text).toContain('seed 7')
  expect(text).toContain('| no power | 7 | 900 | 12 | 1 | 0 | 2.3 s | FAILED: everything is there |')
  expect(text).toContain('- no power: p99 was 3 ms')
  expect(text).toContain('1 of 2 caught; the same copy without a defect passes.')
  expect(text).toContain('| first \\| defect | caught | a check |')
  expect(text).toContain('| second defect | NOT caught | every check held |')
})
