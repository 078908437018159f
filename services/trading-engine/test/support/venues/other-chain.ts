/** An endpoint of a chain that is another one than was booked: of its blocks only the first ones are known. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

const HEAD = 100
const hex = (value: number): string => `0x${value.toString(16)}`
export const hashOf = (block: number): string => `0x${block.toString(16).padStart(64, '0')}`

interface Asked {
  readonly id: number
  readonly method: string
  readonly params: readonly string[]
}

/** `chainId`: of the chain that it says it is. */
export async function startOtherChain(chainId: number): Promise<{ readonly url: string; stop(): Promise<void> }> {
  const answer = ({ id, method, params }: Asked): object => {
    const results: Readonly<Record<string, unknown>> = {
      eth_chainId: hex(chainId),
      eth_blockNumber: hex(HEAD),
      eth_getBlockByNumber: { hash: hashOf(Number(params[0])), baseFeePerGas: '0x1', timestamp: '0x65' },
      eth_getTransactionReceipt: null,
      eth_getLogs: [],
    }
    return { jsonrpc: '2.0', id, result: results[method] ?? null }
  }
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      const asked = JSON.parse(body) as Asked | readonly Asked[]
      response.end(JSON.stringify(Array.isArray(asked) ? asked.map(answer) : answer(asked as Asked)))
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
