import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { createConnection, type AddressInfo, type Socket } from 'node:net'
import { limitPipelining } from '../src/http/limits/limit-pipelining.js'

const REQUEST = 'GET / HTTP/1.1\r\nHost: a\r\n\r\n'

/** A server that answers when the test says so, and counts what Node made of the bytes and what was let through. */
async function start() {
  const counts = { parsed: 0, served: 0 }
  const due: ServerResponse[] = []
  const serve = limitPipelining((_request, response) => {
    counts.served += 1
    due.push(response)
  })
  const server = createServer((request, response) => {
    counts.parsed += 1
    serve(request, response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const socket: Socket = createConnection({ host: '127.0.0.1', port: (server.address() as AddressInfo).port })
  let said = ''
  socket.on('data', (chunk) => (said += chunk.toString()))
  socket.on('error', () => undefined) // cut off
  await once(socket, 'connect')
  const until = async (isSo: () => boolean): Promise<void> => {
    while (!isSo()) await new Promise(setImmediate)
  }
  const close = (): void => {
    socket.destroy()
    server.close()
  }
  const answer = (): void => due.splice(0).forEach((response) => response.end('ok'))
  return { counts, socket, until, answer, close, responses: () => said.split('HTTP/1.1 200').length - 1 }
}

test('of a thousand requests in one packet few are made and served, and the connection is cut', async () => {
  const { counts, socket, close } = await start()
  socket.write(REQUEST.repeat(1_000))
  await once(socket, 'close')
  expect(counts).toEqual({ parsed: 18, served: 17 })
  close()
})

test('a client that pipelines moderately gets every response, as often as it likes', async () => {
  const { counts, socket, until, answer, close, responses } = await start()
  for (let round = 1; round <= 5; round++) {
    socket.write(REQUEST.repeat(17))
    await until(() => counts.served === round * 17)
    answer()
    await until(() => responses() === round * 17)
  }
  expect(socket.destroyed).toBe(false)
  close()
})
