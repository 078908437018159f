/** One JSON-RPC endpoint over HTTP: bounded in time, size and rate, several calls in one request. */
import { setTimeout as pause } from 'node:timers/promises'
import { abortAfter } from '@ats/service-kit/async'
import { createJsonExchange } from '../../../clients/json-exchange.js'
import { createRateLimit } from './rate-limit.js'
import { RpcError, rpcErrorOf } from './rpc-error.js'

export interface RpcCall {
  readonly method: string
  readonly params: readonly unknown[]
}

export type RpcAnswer =
  { readonly isError: false; readonly result: unknown } | { readonly isError: true; readonly error: RpcError }

export interface RpcEndpoint {
  /** For logs and metrics: the host alone, because paths of providers hold keys. */
  readonly name: string
  /**
   * Answers in the order of the calls, in one request.
   * @throws RpcError unreachable
   */
  ask(calls: readonly RpcCall[]): Promise<readonly RpcAnswer[]>
  close(): void
}

export interface HttpEndpointOptions {
  readonly url: string
  readonly timeoutMs: number
  readonly requestsPerSecond: number
}

/** The logs of a thousand busy blocks. */
const ANSWER_BYTES_MAX = 33_554_432

export function createHttpEndpoint({ url, timeoutMs, requestsPerSecond }: HttpEndpointOptions): RpcEndpoint {
  const { host: name, search } = new URL(url)
  const exchange = createJsonExchange(url, ANSWER_BYTES_MAX)
  const turn = createRateLimit({
    perSecond: requestsPerSecond,
    nowMs: () => performance.now(),
    pause: (ms) => pause(ms, undefined, { ref: false }),
  })
  return {
    name,
    async ask(calls) {
      await turn(calls.length)
      const body = calls.map(({ method, params }, id) => ({ jsonrpc: '2.0', id, method, params }))
      const request = { method: 'POST', path: search, body: body.length === 1 ? body[0] : body } as const
      const answer = await abortAfter(timeoutMs, (signal) => exchange.send(request, {}, signal)).catch(() => {
        throw new RpcError('unreachable', `${name}: no answer in ${timeoutMs} ms`)
      })
      return answersOf(name, calls.length, answer)
    },
    close: () => exchange.close(),
  }
}

/** A node refuses a whole batch with one object: then each of its calls is refused. */
function answersOf(
  name: string,
  count: number,
  { status, data }: { readonly status: number; readonly data: unknown },
): readonly RpcAnswer[] {
  if (count > 1 && !Array.isArray(data)) throw unreadable(name, status)
  const byId = new Map((Array.isArray(data) ? data : [data]).map((entry: unknown) => [idOf(entry), entry]))
  return Array.from({ length: count }, (_, id) => answerOf(name, status, byId.get(id)))
}

const idOf = (entry: unknown): unknown => (isRecord(entry) ? entry['id'] : undefined)

function answerOf(name: string, status: number, entry: unknown): RpcAnswer {
  if (!isRecord(entry)) throw unreadable(name, status)
  if (entry['error'] !== undefined) return { isError: true, error: rpcErrorOf(name, entry['error']) }
  if (!('result' in entry)) throw unreadable(name, status)
  return { isError: false, result: entry['result'] }
}

const unreadable = (name: string, status: number): RpcError =>
  new RpcError('unreachable', `${name}: answered ${status} with something that is no JSON-RPC`)

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
