/** An endpoint of the memory chain over HTTP, for a service that is told where its chain is. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { RpcCall } from '../../../src/venues/chain/rpc/rpc-endpoint.js'
import type { MemoryChain } from './memory-chain.js'

type Asked = RpcCall & { readonly id: number }

export async function serveMemoryChain({
  endpoints,
}: MemoryChain): Promise<{ readonly url: string; stop(): Promise<void> }> {
  const [endpoint] = endpoints
  const answer = async (asked: readonly Asked[]): Promise<readonly object[]> => {
    const answers = (await endpoint?.ask(asked)) ?? []
    return answers.map((one, index) => ({
      ...{ jsonrpc: '2.0', id: asked[index]?.id },
      ...(one.isError ? { error: { code: -32_000, message: one.error.message } } : { result: one.result }),
    }))
  }
  const server = createServer((request, response) => {
    void text(request).then(async (body) => {
      const asked = JSON.parse(body) as Asked | readonly Asked[]
      const answers = await answer(Array.isArray(asked) ? asked : [asked as Asked])
      response.end(JSON.stringify(Array.isArray(asked) ? answers : answers[0]))
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
