import { once } from 'node:events'
import { createConnection, createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { startFaultProxy, type FaultProxy } from '@ats/test-kit'

let echo: Server
let proxy: FaultProxy
const clients: Socket[] = []

beforeEach(async () => {
  echo = createServer((socket) => socket.on('error', () => undefined).pipe(socket)).listen(0, '127.0.0.1')
  await once(echo, 'listening')
  proxy = await startFaultProxy({ targetPort: (echo.address() as AddressInfo).port })
})
afterEach(async () => {
  for (const client of clients.splice(0)) client.destroy()
  await proxy.close()
  echo.close()
})

async function connect(): Promise<Socket> {
  const client = createConnection({ port: proxy.port, host: '127.0.0.1' })
  clients.push(client)
  await once(client, 'connect')
  return client
}

async function roundTrip(client: Socket): Promise<string> {
  client.write('ping')
  return String((await once(client, 'data'))[0])
}

test('forward passes bytes both ways', async () => {
  expect(await roundTrip(await connect())).toBe('ping')
})

test('refuse: open connections end, new ones are refused, and forward serves again on the same port', async () => {
  const client = await connect()
  const ended = once(client, 'close')
  await proxy.mode('refuse')
  await ended
  await expect(connect()).rejects.toMatchObject({ code: 'ECONNREFUSED' })
  await proxy.mode('forward')
  expect(await roundTrip(await connect())).toBe('ping')
})

test('hang: open and new connections stay silent, and end when the proxy recovers', async () => {
  const open = await connect()
  await roundTrip(open)
  await proxy.mode('hang')
  const silent = await connect()
  const answers: string[] = []
  for (const client of [open, silent])
    client
      .on('error', () => undefined)
      .on('data', (chunk) => answers.push(String(chunk)))
      .write('x')
  await sleep(100)
  expect(answers).toEqual([])
  const ended = Promise.all([open, silent].map((client) => new Promise((resolve) => client.once('close', resolve))))
  await proxy.mode('forward')
  await ended
  expect(await roundTrip(await connect())).toBe('ping')
})

test('reset: open and new connections are reset', async () => {
  const open = await connect()
  await roundTrip(open)
  const reset = once(open, 'error')
  await proxy.mode('reset')
  expect(await reset).toMatchObject([{ code: 'ECONNRESET' }])
  const late = createConnection({ port: proxy.port, host: '127.0.0.1' })
  expect(await once(late, 'error').catch((error: unknown) => [error])).toMatchObject([{ code: 'ECONNRESET' }])
})

test('cutAfterBytes: open and new connections pass on so many bytes of answers and end', async () => {
  const open = await connect()
  await roundTrip(open)
  await proxy.mode({ cutAfterBytes: 6 })
  for (const client of [open, await connect()]) {
    const answers: string[] = []
    const closed = new Promise((resolve) => client.on('error', () => undefined).once('close', resolve))
    client.on('data', (chunk) => answers.push(String(chunk))).write('pingpong')
    await closed
    expect(answers.join('')).toBe('pingpo')
  }
  expect(proxy.cuts()).toBe(2)
  await proxy.mode('forward')
  expect(await roundTrip(await connect())).toBe('ping')
})
