import { readReport } from './run-pgbench.js'

const REPORT = `transaction type: multiple scripts
number of clients: 64
number of transactions actually processed: 12345
number of failed transactions: 2 (0.016%)
latency average = 13.871 ms
initial connection time = 88.123 ms
tps = 4613.905291 (without initial connection time)
SQL script 1: order-opens.sql
 - 6172 transactions (50.0% of total, tps = 2306.7)
`

test('the figures of the whole run are taken, not those of one script', () => {
  expect(readReport(REPORT)).toEqual({ perSecond: 4613.905291, meanMs: 13.871, failed: 2 })
})

test('a report without a figure is a failure', () => {
  expect(() => readReport('pgbench: error')).toThrow('pgbench did not report: pgbench: error')
})
