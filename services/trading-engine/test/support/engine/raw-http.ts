/** Bytes on a socket, for what an HTTP client refuses to send. */
import { createConnection, type Socket } from 'node:net'

export interface RawAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** Parsed when it is JSON, else undefined. */
  readonly body: unknown
  readonly text: string
}

/** Sends the bytes and returns the first answer; status 0 when the connection ends without one. */
export function sendRaw(baseUrl: string, bytes: string | Buffer): Promise<RawAnswer> {
  const socket = createConnection({ host: '127.0.0.1', port: Number(new URL(baseUrl).port) })
  socket.write(bytes)
  return readAnswer(socket)
}

/** Sends a POST as far as the first half of its body; `finish` sends the rest. */
export function beginPost(
  baseUrl: string,
  path: string,
  headers: Readonly<Record<string, string>>,
  body: string,
): { readonly isBegun: Promise<unknown>; readonly finish: () => Promise<RawAnswer> } {
  const socket = createConnection({ host: '127.0.0.1', port: Number(new URL(baseUrl).port) })
  const half = Math.floor(body.length / 2)
  const head = headOf({ 'content-length': String(Buffer.byteLength(body)), ...headers })
  const isBegun = new Promise((resolve) =>
    socket.write(`POST ${path} HTTP/1.1\r\n${head}\r\n${body.slice(0, half)}`, resolve),
  )
  const answer = readAnswer(socket)
  return {
    isBegun,
    finish() {
      socket.write(body.slice(half))
      return answer
    },
  }
}

/** Only for what hangs. */
const DEADLINE_MS = 120_000

function readAnswer(socket: Socket): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    let answer = ''
    socket.setTimeout(DEADLINE_MS, () => socket.destroy(new Error(`no answer to raw bytes within ${DEADLINE_MS} ms`)))
    socket.on('error', (error: NodeJS.ErrnoException) => (error.code === 'ECONNRESET' ? undefined : reject(error)))
    socket.on('data', (chunk) => {
      answer += chunk.toString('latin1')
      if (isComplete(answer)) socket.destroy()
    })
    socket.on('close', () => resolve(parse(answer)))
  })
}

/** The head of a request whose body never comes. */
export const sendUnfinished = (
  baseUrl: string,
  method: string,
  path: string,
  headers: Readonly<Record<string, string>>,
): Promise<RawAnswer> => {
  const head = headOf({ 'content-length': '10', ...headers })
  return sendRaw(baseUrl, `${method} ${path} HTTP/1.1\r\n${head}\r\n{`)
}

function headOf(headers: Readonly<Record<string, string>>): string {
  const lines = Object.entries({ host: 'localhost', 'content-type': 'application/json', ...headers })
  return lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')
}

function isComplete(answer: string): boolean {
  const { headers, text } = parse(answer)
  return answer.includes('\r\n\r\n') && text.length >= Number(headers['content-length'] ?? Infinity)
}

function parse(answer: string): RawAnswer {
  const end = answer.indexOf('\r\n\r\n')
  const [statusLine = '', ...lines] = answer.slice(0, end < 0 ? 0 : end).split('\r\n')
  const headers = Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
  )
  const text = end < 0 ? '' : answer.slice(end + 4)
  return { status: Number(statusLine.split(' ')[1] ?? 0), headers, text, body: parseJson(text) }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
