import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { verifyWebhook } from '../../../sdk/src/webhooks.js'
import { forward, type Attempt } from './forward.js'
import { isSecret, newSecret, signedHeaders } from './sign.js'

/** A receiver that answers with these statuses, one after the other; 0: it hangs up. */
async function startReceiver(statuses: readonly number[]) {
  const ids: unknown[] = []
  const server = createServer((request, response) => {
    const status = statuses[ids.length] ?? 204
    ids.push(request.headers['webhook-id'])
    if (status === 0) return request.socket.destroy()
    response.writeHead(status, { location: '/elsewhere' }).end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  return { ids, url, close: () => new Promise((resolve) => server.close(resolve)) }
}

async function send(statuses: readonly number[], waits: readonly number[]) {
  const receiver = await startReceiver(statuses)
  const attempts: (Attempt & { readonly isLast: boolean })[] = []
  const isDelivered = await forward(
    { id: 'event-1', body: '{}' },
    {
      ...{ url: receiver.url, secret: newSecret(), signal: new AbortController().signal, waits },
      report: (attempt, isLast) => attempts.push({ ...attempt, isLast }),
    },
  )
  await receiver.close()
  return { isDelivered, attempts, ids: receiver.ids }
}

test('an event is sent again until it is taken, by the same id; a redirect is no answer', async () => {
  const { isDelivered, attempts, ids } = await send([500, 0, 302, 200], [1, 1, 1, 1])
  expect(isDelivered).toBe(true)
  expect(attempts.map(({ status }) => status)).toEqual([500, null, 302, 200])
  expect(attempts[1]?.error).toBeTruthy()
  expect(attempts.map(({ isLast }) => isLast)).toEqual([false, false, false, true])
  expect(new Set(ids)).toEqual(new Set(['event-1']))
})

test('attempts end', async () => {
  const { isDelivered, attempts } = await send([410, 410, 410], [1])
  expect(isDelivered).toBe(false)
  expect(attempts.map(({ isLast }) => isLast)).toEqual([false, true])
})

test('an interruption ends it, while it waits too', async () => {
  const receiver = await startReceiver([500])
  const stop = new AbortController()
  const report = (): void => stop.abort()
  const options = { url: receiver.url, secret: newSecret(), signal: stop.signal, waits: [3_600_000], report }
  expect(await forward({ id: 'event-1', body: '{}' }, options)).toBe(false)
  await receiver.close()
})

test('what is signed can be verified, and with another secret not', () => {
  const secret = newSecret()
  expect(isSecret(secret)).toBe(true)
  expect(isSecret('whsec_short')).toBe(false)
  const body = '{"id":"event-1","type":"webhook.test"}'
  const headers = signedHeaders(secret, 'event-1', body, Date.now())
  expect(verifyWebhook(body, headers, secret)).toMatchObject({ type: 'webhook.test' })
  expect(() => verifyWebhook(body, headers, newSecret())).toThrow()
  expect(() => verifyWebhook(`${body} `, headers, secret)).toThrow()
})
