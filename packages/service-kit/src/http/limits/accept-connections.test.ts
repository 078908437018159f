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
  /** False: the server is told before it listens, and connections can be refused before their sockets are made. */
  readonly isListening: boolean
}

async function start({ isListening }: Case) {
  const sockets: Socket[] = []
  const server = createServer((_request, response) => response.end('served'))
  const refused = createHeldConnections(60_000)
  const deferred = createHeldConnections<Deferred>(60_000)
  const verdicts: Record<string, Verdict> = { [REFUSED]: 'refuse', [DEFERRED]: 'defer' }
  const judge = (ip: string): Verdict => verdicts[ip] ?? 'serve'
  // The first to be told of a socket, even of one that is refused.
  const refuse = () => {
    acceptConnections(server, { judge, onAccept: () => undefined, deferred, refused })
    server.prependListener('connection', (socket) => sockets.push(socket))
  }
  if (!isListening) refuse()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  if (isListening) refuse()
  const { port } = server.address() as AddressInfo
  const knock = async (localAddress = REFUSED) => {
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
  return { refused, deferred, verdicts, sockets, knock, ask }
}

describe.each([
  ['before their sockets are made', { isListening: false }, 1],
  ['once their sockets are made, where Node tells no sooner', { isListening: true }, 2],
])('connections are refused %s', (_when, situation, socketCount) => {
  test('left open, unheard, until they are closed, and others are served beside them', async () => {
    const { refused: held, sockets, knock, ask } = await start(situation)
    const refused = await knock()
    expect(await ask()).toBe('served') // taken after it
    expect([refused.said(), refused.socket.closed, sockets.length]).toEqual(['', false, socketCount])
    held.closeAll()
    await refused.closed
    expect([refused.said(), await ask()]).toEqual(['', 'served'])
  })

  test('also those that their clients have ended', async () => {
    const { refused: held, knock, ask } = await start(situation)
    const refused = await knock()
    refused.socket.resetAndDestroy()
    await refused.closed
    expect(await ask()).toBe('served')
    held.closeAll()
    expect(await ask()).toBe('served')
  })
})

test('a connection is deferred until it is judged again', async () => {
  const { deferred, verdicts, sockets, knock, ask } = await start({ isListening: false })
  const waiting = await knock(DEFERRED)
  expect(await ask()).toBe('served') // taken after it
  expect([waiting.said(), deferred.size, sockets.length]).toEqual(['', 1, 1])
  deferred.takeOldest()?.judgeAgain()
  expect([deferred.size, sockets.length]).toEqual([1, 1])
  verdicts[DEFERRED] = 'serve'
  deferred.takeOldest()?.judgeAgain()
  await once(waiting.socket, 'data')
  expect([waiting.said().includes('served'), deferred.size, sockets.length]).toEqual([true, 0, 2])
})

test('where sockets are made first, none is deferred', async () => {
  const { deferred, knock } = await start({ isListening: true })
  const served = await knock(DEFERRED)
  await once(served.socket, 'data')
  expect([served.said().includes('served'), deferred.size]).toEqual([true, 0])
})
