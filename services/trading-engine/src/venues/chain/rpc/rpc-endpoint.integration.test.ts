import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createHttpEndpoint } from './rpc-endpoint.js'

interface Asked {
  readonly id: number
  readonly method: string
}

let server: Server | undefined
afterEach(() => new Promise((resolve) => (server === undefined ? resolve(null) : server.close(resolve))))

/** An endpoint whose server answers each body with this. */
async function endpointOf(answer: (body: Asked | readonly Asked[], url: string) => unknown, timeoutMs = 5_000) {
  const listener: RequestListener = (request, response) => {
    let text = ''
    request.on('data', (chunk: Buffer) => (text += chunk.toString()))
    request.on('end', () => {
      const reply = answer(JSON.parse(text) as Asked | readonly Asked[], request.url ?? '')
      if (reply !== undefined) response.end(typeof reply === 'string' ? reply : JSON.stringify(reply))
    })
  }
  server = createServer(listener)
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const url = `http://127.0.0.1:${port}/v2/secret-key?key=other-secret`
  return createHttpEndpoint({ url, timeoutMs, requestsPerSecond: 1_000 })
}

const CALLS = ['eth_chainId', 'eth_blockNumber'].map((method) => ({ method, params: [] }))

describe('an endpoint', () => {
  test('asks several calls in one request, and puts the answers in their order', async () => {
    let asked = ''
    const endpoint = await endpointOf((body, url) => {
      asked = url
      return (body as readonly Asked[]).map(({ id, method }) => ({ id, result: method })).reverse()
    })
    expect(await endpoint.ask(CALLS)).toEqual(CALLS.map(({ method }) => ({ isError: false, result: method })))
    expect(asked).toBe('/v2/secret-key?key=other-secret')
    endpoint.close()
  })

  test('gives one call as an object, and its error as an answer', async () => {
    const endpoint = await endpointOf((body) => ({ id: (body as Asked).id, error: { message: 'nonce too low' } }))
    const [answer] = await endpoint.ask(CALLS.slice(0, 1))
    expect(answer).toMatchObject({ isError: true, error: { problem: 'nonce_too_low' } })
    endpoint.close()
  })

  test.each([
    ['no JSON', () => '<html>'],
    ['null', () => 'null'],
    ['one object for a batch', () => ({ id: 0, result: '0x1' })],
    ['an answer too few', () => [{ id: 0, result: '0x1' }]],
    [
      'ids that were not asked',
      () => [
        { id: 5, result: '0x1' },
        { id: 6, result: '0x1' },
      ],
    ],
    ['neither result nor error', () => [{ id: 0 }, { id: 1 }]],
  ])('counts %s as unreachable, and names itself by host alone', async (_, answer) => {
    const endpoint = await endpointOf(answer)
    const failure = await endpoint.ask(CALLS).catch((error: unknown) => error)
    expect(failure).toMatchObject({ name: 'RpcError', problem: 'unreachable' })
    expect(String(failure)).not.toContain('secret')
    expect(endpoint.name).toMatch(/^127\.0\.0\.1:\d+$/)
    endpoint.close()
  })

  test('gives up after its time', async () => {
    const endpoint = await endpointOf(() => undefined, 20)
    await expect(endpoint.ask(CALLS)).rejects.toMatchObject({ problem: 'unreachable' })
    endpoint.close()
    server?.closeAllConnections()
  })
})
