import { wordingFaults } from '../src/http/wording.js'

const ofError = (message: string, issues: readonly string[] = []) =>
  wordingFaults({ error: 'x', message, issues: issues.map((each) => ({ message: each })) })

test.each([
  'quantity must be a multiple of 0.001; nearest valid: 0.001 or 0.002',
  'events[1].impact must be one of LOW, MEDIUM, HIGH',
  'price must be a number, or a decimal as text such as "0.25"',
  'BTC-USD has not been priced yet; retry in a moment',
  'Content-Type must be application/json',
  'Btcc is not a tradable symbol; see GET /v1/tickers',
  'Aa  is not a field of this request',
  'One or the Other. is not a field of this request',
  'The [list, of] is not a field of this request; did you mean list?',
  'Infinity must be without control characters and broken Unicode',
  'A Name. is there more than once; send each field once',
  'Gold bar is not a tradable symbol; see GET /v1/tickers',
  'A Plan. is not a plan; see GET /v1/plans',
  'Gold bar names no single symbol; send one of XAU-USD, XAUT-USD',
])('takes: %s', (message) => {
  expect(ofError(message, [message])).toEqual([])
})

test.each([
  ['The body must not be compressed.', ['it ends in a full stop: ', 'it begins with a capital: ']],
  ['"expiresAt" must be in the future', ['it has its field in quotes: ']],
  ["'events[1].at' must be a time", ['it has its field in quotes: ']],
  ['send Authorization: Bearer [redacted] a token', ['it has words of its own taken for a credential: ']],
  ['side must be one of [BUY, SELL]', ['it has its list in brackets: ']],
])('complains of: %s', (message, faults) => {
  const expected = faults.map((fault) => fault + message)
  expect(ofError(message)).toEqual(expected)
  expect(ofError('not as it should be', [message])).toEqual(expected)
})

test('asks nothing of what is no error', () => {
  for (const body of [null, 'The end.', [], { message: 'The end.' }]) expect(wordingFaults(body)).toEqual([])
})
