/** The example of links, against the stack of npm start, and what the command line then says of it. */
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { WalletClient } from '@ats/sdk'
import { startStack, watchProcess, type Stack } from '../../../packages/cli/test/support/stack.js'

let stack: Stack
beforeAll(async () => {
  stack = await startStack()
})
afterAll(() => stack.close())

test('two followers follow a leader into a position and out of it, and their links end', async () => {
  const wallet = new WalletClient({ url: stack.walletUrl, userId: `leader-${randomUUID()}` })
  const { key, secret } = await wallet.createKey({ label: 'copier', permissions: ['TRADE', 'MANAGE_ORDERS'] })
  const example = join(__dirname, '..', '..', '..', 'docs', 'examples', 'copier.mjs')
  const run = watchProcess(process.execPath, [example], { ENGINE: stack.engineUrl, KEY: key, SECRET: secret })
  const { code, out, error } = await run.ended
  expect({ code, error }).toEqual({ code: 0, error: '' })
  expect(out.match(/holds BUY 0\.1 BTC-USD/g)).toHaveLength(1)
  expect(out.match(/holds flat/g)).toHaveLength(2)
  expect(out.match(/ENTRY BUY \S+ BTC-USD ordered/g)).toHaveLength(2)
  expect(out.match(/EXIT SELL \S+ BTC-USD ordered/g)).toHaveLength(2)
  expect(out.match(/PROTECTION SELL \S+ BTC-USD ordered/g)).toHaveLength(2)
  expect(out.match(/ENDED/g)).toHaveLength(2)
})
