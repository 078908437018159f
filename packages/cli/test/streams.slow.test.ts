/** Commands that follow a stream: in a pipe, in a terminal, and beside a receiver. */
import { spawnSync } from 'node:child_process'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { stripVTControlCharacters } from 'node:util'
import { verifyWebhook } from '../../sdk/src/webhooks.js'
import { ATS, startStack, watchProcess, type Stack } from './support/stack.js'

let stack: Stack
beforeAll(async () => {
  stack = await startStack()
  expect((await stack.ats(['login', '--demo'])).code).toBe(0)
})
afterAll(() => stack.close())

const linesOf = (text: string): readonly string[] => text.trim().split('\n')
const trigger = (): Promise<unknown> => stack.json(['trigger', 'order.cancel'])

test('watch in a pipe writes a line for each price, figure and event, until Ctrl-C', async () => {
  const watching = stack.start(['watch', 'BTC-USD'])
  await watching.until(/BTC-USD {2}last [\d,.]+[^]*equity 100,000\.00/)
  await trigger()
  await watching.until(/order\.cancel/)
  watching.child.kill('SIGINT')
  const { code, out, error } = await watching.ended
  expect({ code, error }).toEqual({ code: 0, error: '' })
  expect(out).not.toContain('\u001B')
})

test('watch --json writes a line of JSON each, and head may leave', async () => {
  const watching = stack.start(['watch', 'BTC-USD', '--json'])
  await watching.until(/"event":"risk"[^]*"event":"price"|"event":"price"[^]*"event":"risk"/)
  watching.child.stdout.destroy()
  expect((await watching.ended).code).toBe(0)
  const complete = watching.out().slice(0, watching.out().lastIndexOf('\n'))
  const frames = linesOf(complete).map((line) => JSON.parse(line) as { event: string; data: { last_price?: unknown } })
  const price = frames.find(({ event }) => event === 'price')
  expect(price?.data).toMatchObject({ symbol: 'BTC-USD', last_price: expect.stringMatching(/^\d+(\.\d+)?$/) as string })
})

test('what is watched has to be listed', async () => {
  const { code, error } = await stack.ats(['watch', 'NOSUCH-USD'])
  expect({ code, error }).toEqual({ code: 2, error: expect.stringContaining('NOSUCH-USD') as string })
})

const hasScript = spawnSync('script', ['--version']).error === undefined
const inTerminal = hasScript ? test : test.skip

inTerminal('watch in a terminal draws a table on a page of its own, and leaves the terminal as it was', async () => {
  const line = `stty rows 30 cols 100; '${process.execPath}' '${ATS}' watch BTC-USD EUR-USD; echo "exit $?"; stty -a`
  const watching = watchProcess('script', ['-qec', line, '/dev/null'], stack.environment)
  await watching.until(/EUR-USD[^]*Least headroom/)
  watching.child.stdin.write('\u0003')
  await watching.until(/speed \d/)
  watching.child.stdin.end()
  const { out } = await watching.ended
  const [entered, left] = [out.indexOf('\u001B[?1049h\u001B[?25l'), out.indexOf('\u001B[?25h\u001B[?1049l')]
  expect(entered).toBeGreaterThanOrEqual(0)
  expect(left).toBeGreaterThan(entered)
  expect(out.slice(left)).toMatch(/exit 0\r\n/)
  expect(out.slice(left)).toMatch(/[^-]icanon/)
  expect(out.slice(left)).toMatch(/[^-]echo /)
  // Wider than the terminal, a line would wrap and the table with it.
  const screens = out.slice(entered, left).split('\u001B[H').slice(1)
  const bare = screens.map((screen) => stripVTControlCharacters(screen).split('\n'))
  expect(Math.max(...bare.flat().map((text) => text.trimEnd().length))).toBeLessThanOrEqual(100)
  expect(Math.max(...bare.map((lines) => lines.length))).toBeLessThanOrEqual(30)
})

inTerminal('an order asks before it is placed, and no is no', async () => {
  const line = `stty rows 30 cols 100; '${process.execPath}' '${ATS}' order place buy 0.01 BTC-USD; echo "exit $?"`
  const asking = watchProcess('script', ['-qec', line, '/dev/null'], stack.environment)
  await asking.until(/free margin[^]*Place it\?/)
  asking.child.stdin.write('n')
  await asking.until(/exit \d/)
  asking.child.stdin.end()
  expect((await asking.ended).out).toMatch(/nothing was done[^]*exit 1/)
  expect(await stack.json(['positions', 'list'])).toEqual([])
})

interface Received {
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

/** A receiver whose first answer is 503. */
async function startReceiver() {
  const received: Received[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString()))
    request.on('end', () => {
      received.push({ headers: request.headers, body })
      response.writeHead(received.length === 1 ? 503 : 204).end()
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `127.0.0.1:${(server.address() as AddressInfo).port}/events`
  return { received, url, close: () => new Promise((resolve) => server.close(resolve)) }
}

const secretIn = (text: string): string => /secret (whsec_\S+)/.exec(text)?.[1] ?? ''

test('listen forwards events signed as webhooks are, again until they are taken, and resumes', async () => {
  const receiver = await startReceiver()
  const listening = stack.start(['listen', '--forward-to', receiver.url, '--events', 'order.cancel'])
  await listening.until(/secret whsec_/, 'error')
  await trigger()
  await listening.until(/503[^]*204/)
  listening.child.kill('SIGINT')
  expect((await listening.ended).code).toBe(0)

  await trigger() // while nobody listens
  const resumed = stack.start([
    'listen',
    '--forward-to',
    receiver.url,
    '--events',
    'order.cancel',
    '--resume',
    '--json',
  ])
  await resumed.until(/"forwarded"/)
  resumed.child.kill('SIGINT')
  const { code, out, error } = await resumed.ended
  expect(code).toBe(0)
  const secret = secretIn(error)
  expect(secret).toBe(secretIn(listening.error()))

  const [event] = linesOf(out).map((line) => JSON.parse(line) as { id: string; type: string })
  expect(event).toMatchObject({ type: 'order.cancel' })
  expect(receiver.received.map(({ headers }) => headers['webhook-id'])).toEqual([
    receiver.received[0]?.headers['webhook-id'],
    receiver.received[0]?.headers['webhook-id'],
    event?.id,
  ])
  const { id: accountId } = await stack.json<{ id: string }>(['accounts', 'show'])
  for (const { headers, body } of receiver.received) {
    expect(verifyWebhook(body, headers, secret)).toMatchObject({ type: 'order.cancel', account_id: accountId })
  }
  await receiver.close()
})

test('listen --after begins where it is told', async () => {
  const listening = stack.start(['listen', '--after', '0', '--json'])
  await listening.until(/"sequence":2,[^\n]*\n/)
  listening.child.kill('SIGINT')
  const { out } = await listening.ended
  const events = linesOf(out).map(
    (line) => JSON.parse(line) as { sequence: number; data: { order: { quantity: unknown } } },
  )
  expect(events.slice(0, 2).map(({ sequence }) => sequence)).toEqual([1, 2])
  expect(typeof events[0]?.data.order.quantity).toBe('number')
})
