/** A response whose head and body are known is sent as one text in one write. */
import { STATUS_CODES, type ServerResponse } from 'node:http'
import { endWithHead, keepAliveOfUnsent } from '../unsafe/node.js'

/** Header values that mean the same in ASCII, and cannot end the line they are on. */
const PLAIN_VALUE = /^[\t\x20-\x7e]*$/

/** Headers by which Node decides what becomes of the connection, as this code base writes them. */
const OF_CONNECTION = new Set(['Connection', 'Transfer-Encoding', 'Keep-Alive', 'Trailer', 'Upgrade', 'Date'])

/**
 * Sends it, with the bytes that `writeHead` and `end` would send, or returns false and has done nothing: for HEAD, for
 * 204, for the last one of its connection, and for one that waits for those before it.
 * @param fixed the first lines of the head, each ended by CR LF
 * @param lines the others: name, value, name, value, …
 */
export function sendInOneWrite(
  response: ServerResponse,
  { status, fixed, lines, text }: { status: number; fixed: string; lines: readonly string[]; text: string },
): boolean {
  const { req: request } = response
  const keepAliveMs = keepAliveOfUnsent(response)
  if (keepAliveMs === null || response.socket === null) return false
  if (!response.shouldKeepAlive || request.httpVersion !== '1.1') return false
  if (request.method === 'HEAD' || status < 200 || status === 204) return false
  let head = `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? 'unknown'}\r\n${fixed}`
  for (let index = 0; index < lines.length; index += 2) {
    const name = lines[index] ?? ''
    const value = lines[index + 1] ?? ''
    if (OF_CONNECTION.has(name) || !PLAIN_VALUE.test(value)) return false
    head += `${name}: ${value}\r\n`
  }
  const keepAlive = keepAliveMs > 0 ? `Keep-Alive: timeout=${Math.floor(keepAliveMs / 1000)}\r\n` : ''
  response.statusCode = status
  endWithHead(response, `${head}Date: ${httpDate()}\r\nConnection: keep-alive\r\n${keepAlive}\r\n`, text)
  return true
}

/** The time as the Date header has it, made once a second. */
function createHttpDate(): () => string {
  let second = 0
  let text = ''
  return () => {
    const now = Math.floor(Date.now() / 1000)
    if (now !== second) text = new Date(now * 1000).toUTCString()
    second = now
    return text
  }
}

const httpDate = createHttpDate()
