import { randomUUID } from 'node:crypto'
import { NO_TIMESTAMPS, TIMESTAMPS } from '../../packages/contracts/test/timestamps.js'
import { startAuthenticationStack, type AuthenticationStack, type IssuedKey } from './support/authentication-stack.js'
import { send } from './support/send.js'

let stack: AuthenticationStack
let key: IssuedKey

beforeAll(async () => {
  stack = await startAuthenticationStack({ redis: null })
  key = await stack.issue({ permissions: ['TRADE'] })
})
afterAll(() => stack.close())

/** The services that take the text for a time: the engine as the start of a list, the wallet as the end of a key. */
async function takenBy(text: string): Promise<readonly string[]> {
  const list = `${stack.engines[0]}/v1/account/${randomUUID()}/trades?from=${encodeURIComponent(text)}`
  const [trades, created] = await Promise.all([
    send(list, { method: 'GET', headers: key.headers }),
    send(`${stack.walletUrl}/api/api-keys`, {
      method: 'POST',
      headers: { 'x-user-id': randomUUID() },
      body: JSON.stringify({ label: 'bot', permissions: ['READ_ONLY'], expiresAt: text }),
    }),
  ])
  const isTaken = created.status === 201 || created.text.includes('date.future')
  return [...(trades.status === 404 ? ['engine'] : []), ...(isTaken ? ['wallet'] : [])]
}

test.each(TIMESTAMPS)('both services take %s', async (text) => {
  expect(await takenBy(text)).toEqual(['engine', 'wallet'])
})

test.each(NO_TIMESTAMPS)('neither service takes %s: %j', async (_, text) => {
  expect(await takenBy(text)).toEqual([])
})
