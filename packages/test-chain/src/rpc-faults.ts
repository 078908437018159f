/** The ways in which an RPC endpoint fails, as tables. */
import type { ServerResponse } from 'node:http'
import { keccak256 } from 'viem'
import { forward, type RpcAnswer, type RpcRequest } from './rpc.js'

/**
 * The connection: `refuse`: no one listens; `hang`: a request is taken and stays without an answer; `error`: 500;
 * `too_many`: 429 with Retry-After: 7; `html`: a page, with 200; `half`: the connection ends within the answer;
 * `lost_answer`: the node gets the request and answers, and the connection ends without that answer.
 * The node: `internal`: an error of JSON-RPC; `null_result`: null, whatever is asked. A transaction that is sent:
 * `already_known`: the node takes it and says that it knew it; `nonce_too_low`, `underpriced`, `insufficient_funds`: it
 * is refused in these words; `dropped`: its hash is answered, and the node never sees it.
 * A `head` beside the true one, in blocks: behind (negative), nothing of later blocks is there; ahead, only the number.
 */
export type RpcFault = 'refuse' | keyof typeof RESPONSES | keyof typeof ANSWERS | { readonly head: number }

type Send = (url: string, request: RpcRequest) => Promise<RpcAnswer>

export const RESPONSES = {
  hang: () => undefined,
  error: (response: ServerResponse) => void response.writeHead(500).end('internal error'),
  too_many: (response: ServerResponse) => void response.writeHead(429, { 'retry-after': '7' }).end('{}'),
  html: (response: ServerResponse) =>
    void response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>Just a moment</title>'),
  half(response: ServerResponse) {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' })
    response.write('{"jsonrpc":"2.0","id":', () => response.destroy())
  },
  lost_answer: (response: ServerResponse) => void response.destroy(),
} as const

const refused =
  (message: string): Send =>
  (_url, { id }) =>
    Promise.resolve({ jsonrpc: '2.0', id, error: { code: -32_000, message } })

/** Instead of the node's answer; all but the first two are of `eth_sendRawTransaction` alone. */
export const ANSWERS = {
  internal: (_url, { id }) =>
    Promise.resolve({ jsonrpc: '2.0', id, error: { code: -32_603, message: 'internal error' } }),
  null_result: (_url, { id }) => Promise.resolve({ jsonrpc: '2.0', id, result: null }),
  async already_known(url, request) {
    await forward(url, request)
    return refused('already known')(url, request)
  },
  nonce_too_low: refused('nonce too low'),
  underpriced: refused('replacement transaction underpriced'),
  insufficient_funds: refused('insufficient funds for gas * price + value'),
  dropped: (_url, { id, params = [] }) =>
    Promise.resolve({ jsonrpc: '2.0', id, result: keccak256(params[0] as `0x${string}`) }),
} as const satisfies Readonly<Record<string, Send>>

const SEND = 'eth_sendRawTransaction'

/** Whether it is about a method when nothing is said: sending, where it is of a transaction, else all methods. */
export const concerns = (fault: RpcFault, method: string): boolean =>
  !isKey(ANSWERS, fault) || fault === 'internal' || fault === 'null_result' || method === SEND

export const isKey = <T extends object>(table: T, key: unknown): key is keyof T & string =>
  typeof key === 'string' && key in table
