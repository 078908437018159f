import { Agent, request } from 'node:http'

export interface Sent {
  readonly method: string
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  /** JSON unless the headers say otherwise. */
  readonly body?: string
}

export interface Answered {
  readonly status: number
  readonly text: string
}

export type Send = (sent: Sent) => Promise<Answered>

/** One connection to a port of this machine, kept open: nothing measured is its setting up. */
export function createSend(port: number, always: Readonly<Record<string, string>> = {}): Send {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  return ({ method, path, headers, body }) =>
    new Promise((resolve, reject) => {
      const content =
        body === undefined ? {} : { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) }
      const sent = request({
        host: '127.0.0.1',
        port,
        agent,
        method,
        path,
        headers: { ...always, ...content, ...headers },
      })
      sent.on('error', reject)
      sent.on('response', (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('error', reject)
        response.on('end', () => resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString() }))
      })
      sent.end(body)
    })
}
