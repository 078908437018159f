/** The key that each operation of the laboratory needs; of those of a run the tests of the engine tell. */
import { labDocument } from '../../openapi.js'

const KEY = 'Needs any key.'
const TRADE = 'Needs a key with the scope `TRADE`.'
const NOTHING = 'Needs no credentials.'

/** A new route fails the test until it has a row here. */
const ACCESS: Readonly<Record<string, string>> = {
  ...{ startLabRun: TRADE, advanceLabRun: TRADE, endLabRun: TRADE },
  ...{ listLabRuns: KEY, getLabRun: KEY, getLabReport: KEY, getLabResult: KEY, listLabTapes: KEY },
  ...{ startLabOdds: KEY, getLabOdds: KEY, endLabOdds: KEY },
  ...{
    checkHealth: NOTHING,
    checkReadiness: NOTHING,
    getProcessMetrics: NOTHING,
    getOpenApi: NOTHING,
    getDocs: NOTHING,
  },
}

test('what changes a run needs a key that trades, and every other operation any key', () => {
  const document = labDocument()
  const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods))
  const needs = operations.map(({ operationId, description = '' }) => [
    operationId,
    /Needs [^\n]*/.exec(description)?.[0],
  ])
  expect(Object.fromEntries(needs)).toEqual(ACCESS)
  for (const { operationId, security = document.security, responses } of operations) {
    const isOpen = ACCESS[operationId] === NOTHING
    expect([operationId, security?.length === 0, '401' in responses]).toEqual([operationId, isOpen, !isOpen])
  }
})
