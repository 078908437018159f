import { DependencyError } from '../process/errors.js'
import { errorReply } from './reply.js'
import { retryAdvice, SAFE_TO_RETRY } from './retry-advice.js'

const ORDERS = ['orders']

test.each([
  ['a read', { method: 'GET', tags: ORDERS }, { client_id: 'a' }, SAFE_TO_RETRY],
  ['an order with a client_id', { method: 'POST', tags: ORDERS }, { client_id: 'a' }, /^retry with the same client_id/],
  ['an order without one', { method: 'POST', tags: ORDERS }, {}, /^look the order up before retrying/],
  ['another write', { method: 'DELETE', tags: ['keys'] }, {}, /^look it up before retrying/],
] as const)('%s', (_what, route, body, advice) => {
  const { text } = errorReply(new DependencyError('postgres', 'gone'), 'r', {}, retryAdvice(route, body))
  const { message } = JSON.parse(text) as { message: string }
  expect(message.replace('the service could not answer; ', '')).toMatch(advice)
  expect(message).not.toContain('gone')
})

test('a failure with a message for the caller is answered with it', () => {
  const { text } = errorReply(
    new DependencyError('feed', 'quiet', { publicMessage: 'ETH-USD has not been priced yet' }),
    'r',
  )
  expect(JSON.parse(text)).toMatchObject({ error: 'engine_error', message: 'ETH-USD has not been priced yet' })
})
