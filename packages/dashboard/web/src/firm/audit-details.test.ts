import { auditDetails, hasLongDetails, wholeDetails } from './audit-details.js'

const reason = { reason: 'documents missing', amount: 2500 }
const file = { events: [{ id: 'nfp' }, { id: 'ecb' }], symbols: ['BTC-USD'] }

test('a request is a line, and a long list in it is as long as it says', () => {
  expect([auditDetails(reason), hasLongDetails(reason)]).toEqual(['reason: documents missing, amount: 2500', false])
  expect([auditDetails(file), hasLongDetails(file)]).toEqual(['events: 2 entries, symbols: ["BTC-USD"]', true])
  expect(auditDetails({})).toBe('–')
})

test('all of it is there, too', () => {
  expect(wholeDetails(file)).toBe('events: [{"id":"nfp"},{"id":"ecb"}], symbols: ["BTC-USD"]')
})
