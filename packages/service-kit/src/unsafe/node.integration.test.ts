import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { cutRequests, peerAddressOf, takeAccepted } from './node.js'

const servers: Server[] = []
const clients: Socket[] = []
afterEach(() => {
  for (const client of clients.splice(0)) client.destroy()
  for (const server of servers.splice(0)) server.close()
})

async function listening(server: Server): Promise<number> {
  servers.push(server)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

function send(port: number, text: string): Socket {
  const client = connect(port, '127.0.0.1')
  clients.push(client)
  client.on('error', () => undefined)
  client.write(text)
  return client
}

const GET = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n'

test('of the requests in one packet, those after the one that cuts the connection are not parsed', async () => {
  let count = 0
  const port = await listening(
    createServer((request) => {
      count += 1
      cutRequests(request.socket)
    }),
  )
  await once(send(port, GET.repeat(100)), 'close')
  expect(count).toBe(1)
})

test('a connection is taken before it has a socket, with its address, and served when that is asked for', async () => {
  const sockets: Socket[] = []
  const server = createServer((_request, response) => response.end('served'))
  server.on('connection', (socket) => sockets.push(socket))
  const port = await listening(server)
  const taken = new Promise<{ address: string; serve: () => void }>((resolve) => {
    expect(takeAccepted(server, (accepted, serve) => resolve({ address: peerAddressOf(accepted), serve }))).toBe(true)
  })
  const client = send(port, GET)
  const { address, serve } = await taken
  expect([address, sockets.length]).toEqual(['127.0.0.1', 0])
  serve()
  const [answer] = (await once(client, 'data')) as [Buffer]
  expect([answer.toString().endsWith('served'), sockets.length]).toEqual([true, 1])
})

test('a server that does not listen has nothing to take connections from', () => {
  expect(takeAccepted(createServer(), () => undefined)).toBe(false)
})
