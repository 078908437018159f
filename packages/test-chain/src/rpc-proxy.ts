/** An RPC endpoint before a chain, that fails in every way such endpoints do. */
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { ANSWERS, concerns, isKey, RESPONSES, type RpcFault } from './rpc-faults.js'
import { forward, type RpcAnswer, type RpcRequest } from './rpc.js'
import { askWithHead } from './shifted-head.js'

export interface FaultScope {
  /** Default: all that the fault is about. */
  readonly methods?: readonly string[]
  /** So many requests still pass first. */
  readonly skip?: number
  /** So many requests meet it. Default: all. */
  readonly times?: number
}

export interface RpcProxy {
  readonly url: string
  /** The requests so far, in the order in which they came. */
  readonly requests: readonly RpcRequest[]
  /** Resolves when the fault is in force, in place of the one before; null: none. */
  fail(fault: RpcFault | null, scope?: FaultScope): Promise<void>
  /** How many requests met the fault that is in force. */
  met(): number
  close(): Promise<void>
}

const HOST = '127.0.0.1'

export async function startRpcProxy(targetUrl: string): Promise<RpcProxy> {
  const requests: RpcRequest[] = []
  let current = createFaultGate(null, {})

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await readBody(request)
    const isBatch = Array.isArray(body)
    const asked = (isBatch ? body : [body]) as readonly RpcRequest[]
    requests.push(...asked)
    const faults = asked.map(({ method }) => current.pass(method))
    const answers: RpcAnswer[] = []
    // One after the other: a batch is in order.
    for (const [index, one] of asked.entries()) answers.push(await answerOf(targetUrl, one, faults[index] ?? null))
    const broken = faults.find((fault) => isKey(RESPONSES, fault))
    if (broken !== undefined && isKey(RESPONSES, broken)) return RESPONSES[broken](response)
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(JSON.stringify(isBatch ? answers : answers[0]))
  }

  const server = createServer((request, response) => {
    response.on('error', () => undefined)
    answer(request, response).catch(() => response.destroy())
  })
  const listen = async (port: number): Promise<number> => {
    server.listen(port, HOST)
    await once(server, 'listening')
    return (server.address() as AddressInfo).port
  }
  const stop = async (): Promise<void> => {
    if (!server.listening) return
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
  const port = await listen(0)

  return {
    url: `http://${HOST}:${port}`,
    requests,
    async fail(fault, scope = {}) {
      current = createFaultGate(fault, scope)
      if (fault === 'refuse') await stop()
      else if (!server.listening) await listen(port)
    },
    met: () => current.met(),
    close: stop,
  }
}

interface FaultGate {
  /** The fault that a request of this method meets. */
  pass(method: string): RpcFault | null
  met(): number
}

function createFaultGate(fault: RpcFault | null, { methods, skip = 0, times = Infinity }: FaultScope): FaultGate {
  let seen = 0
  let met = 0
  return {
    pass(method) {
      if (fault === null) return null
      if (methods === undefined ? !concerns(fault, method) : !methods.includes(method)) return null
      seen += 1
      if (seen <= skip || met >= times) return null
      met += 1
      return fault
    },
    met: () => met,
  }
}

/** The node is asked only by requests that would reach it. */
function answerOf(url: string, request: RpcRequest, fault: RpcFault | null): Promise<RpcAnswer> {
  if (fault === null || fault === 'refuse' || fault === 'lost_answer') return forward(url, request)
  if (typeof fault === 'object') return askWithHead(url, request, fault.head)
  if (isKey(ANSWERS, fault)) return ANSWERS[fault](url, request)
  return Promise.resolve({ jsonrpc: '2.0', id: request.id, result: null })
}

async function readBody(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = []
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
  return JSON.parse(Buffer.concat(chunks).toString()) as unknown
}
