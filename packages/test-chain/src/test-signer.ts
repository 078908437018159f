/** A remote signer that makes the keys it signs with, as Web3Signer speaks. */
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Hex } from './chain.js'
import { generatePrivateKey, privateKeyToAccount, type PrivateKeyAccount } from 'viem/accounts'

export interface TestSigner {
  readonly url: string
  /** The address of a key of its own. */
  createKey(): Hex
  stop(): Promise<void>
}

interface Asked {
  readonly id: number
  readonly params: readonly [Readonly<Record<string, Hex>>]
}

export async function startTestSigner(): Promise<TestSigner> {
  const keys = new Map<string, PrivateKeyAccount>()
  const sign = async ({ id, params: [wanted] }: Asked): Promise<object> => {
    const number = (name: string): bigint => BigInt(wanted[name] ?? '0x0')
    const key = keys.get(wanted['from']!.toLowerCase())!
    const result = await key.signTransaction({
      ...{ type: 'eip1559', chainId: Number(number('chainId')), nonce: Number(number('nonce')) },
      ...{ to: wanted['to']!, data: wanted['data']!, value: number('value'), gas: number('gas') },
      ...{ maxFeePerGas: number('maxFeePerGas'), maxPriorityFeePerGas: number('maxPriorityFeePerGas') },
    })
    return { jsonrpc: '2.0', id, result }
  }
  const server = createServer((request, response) => {
    void readBody(request).then(async (body) => {
      const answers = await Promise.all((Array.isArray(body) ? body : [body]).map((one) => sign(one as Asked)))
      response.end(JSON.stringify(Array.isArray(body) ? answers : answers[0]))
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    createKey() {
      const key = privateKeyToAccount(generatePrivateKey())
      const address = key.address.toLowerCase() as Hex
      keys.set(address, key)
      return address
    },
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

async function readBody(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = []
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
  return JSON.parse(Buffer.concat(chunks).toString()) as unknown
}
