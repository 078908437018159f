import { once } from 'node:events'
import { createServer, get } from 'node:http'
import { createConnection, type AddressInfo, type Socket } from 'node:net'
import { acceptConnections, type Deferred, type Verdict } from './accept-connections.js'
import { createHeldConnections } from './held-connections.js'

const REFUSED = '127.0.0.2'
const DEFERRED = '127.0.0.3'

const ends: (() => void)[] = []
afterEach(() => {
  for (const end of ends.splice(0)) end()
})

interface Case {
  /** True: the server listens already: it makes sockets of connections before they are decided on. */
  readonly isListening: boolean
}

async function start({ isListening }: Case) {
  const sockets: Socket[] = []
  const server = createServer((_request, response) => response.end('served'))
  const refused = createHeldConnections(60_000)
  const deferred = createHeldConnections<Deferred>(60_000)
  const verdicts: Record<string, Verdict> = { [REFUSED]: 'refuse', [DEFERRED]: 'defer' }
  const full = new Set<string>()
  const decide = (ip: string): Verdict => verdicts[ip] ?? 'serve'
  // The first listener for sockets: it sees refused ones, too.
  const refuse = () => {
    acceptConnections(server, { decide, isFull: (ip) => full.has(ip), deferred, refused })
    server.prependListener('connection', (socket) => sockets.push(socket))
  }
  if (!isListening) refuse()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  if (isListening) refuse()
  const { port } = server.address() as AddressInfo
  const connectFrom = async (localAddress = REFUSED) => {
    const socket = createConnection({ host: '127.0.0.1', port, localAddress })
    let said = ''
    socket.on('data', (chunk) => (said += chunk.toString()))
    socket.on('error', () => undefined) // closed with something unread, it is reset
    socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
    await once(socket, 'connect')
    return { socket, said: () => said, closed: new Promise((resolve) => socket.once('close', resolve)) }
  }
  const ask = async (): Promise<string> => {
    const [response] = (await once(get({ host: '127.0.0.1', port, agent: false }), 'response')) as [Socket]
    return (await response.toArray()).join('')
  }
  ends.push(() => {
    for (const held of [refused, deferred]) held.closeAll()
    server.closeAllConnections()
    server.close()
  })
  return { refused, deferred, full, sockets, connectFrom, ask }
}

describe.each([
  ['before their sockets are made', { isListening: false }, 1],
  ['once their sockets are made, where that is not possible', { isListening: true }, 2],
])('connections are refused %s', (_when, situation, socketCount) => {
  test('they are left open, not read, until they are closed, and others are served beside them', async () => {
    const { refused: held, sockets, connectFrom, ask } = await start(situation)
    const refused = await connectFrom()
    expect(await ask()).toBe('served') // taken after it
    expect([refused.said(), refused.socket.closed, sockets.length]).toEqual(['', false, socketCount])
    held.closeAll()
    await refused.closed
    expect([refused.said(), await ask()]).toEqual(['', 'served'])
  })

  test('it does no harm that their clients have ended them', async () => {
    const { refused: held, connectFrom, ask } = await start(situation)
    const refused = await connectFrom()
    refused.socket.resetAndDestroy()
    await refused.closed
    expect(await ask()).toBe('served')
    held.closeAll()
    expect(await ask()).toBe('served')
  })
})

test('a deferred connection is served when it is admitted', async () => {
  const { deferred, sockets, connectFrom, ask } = await start({ isListening: false })
  const waiting = await connectFrom(DEFERRED)
  expect(await ask()).toBe('served') // taken after it
  expect([waiting.said(), deferred.size, sockets.length]).toEqual(['', 1, 1])
  deferred.takeOldest()?.admit()
  await once(waiting.socket, 'data')
  expect([waiting.said().includes('served'), deferred.size, sockets.length]).toEqual([true, 0, 2])
})

test('a deferred connection is refused when its address has too many open by then', async () => {
  const { deferred, full, refused, sockets, connectFrom, ask } = await start({ isListening: false })
  await connectFrom(DEFERRED)
  expect(await ask()).toBe('served') // taken after it
  full.add(DEFERRED)
  deferred.takeOldest()?.admit()
  expect([deferred.size, refused.size, sockets.length]).toEqual([0, 1, 1])
})

test('where sockets are made first, none is deferred', async () => {
  const { deferred, connectFrom } = await start({ isListening: true })
  const served = await connectFrom(DEFERRED)
  await once(served.socket, 'data')
  expect([served.said().includes('served'), deferred.size]).toEqual([true, 0])
})
