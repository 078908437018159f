import { Agent, request } from 'node:http'

export interface Answer {
  readonly status: number
  readonly headers: NodeJS.Dict<string | string[]>
  readonly text: string
}

const shared = new Agent({ keepAlive: true })

/** One request over a connection that is kept; rejects when there is no answer. */
export function send(
  url: string,
  {
    method,
    headers = {},
    body,
    agent = shared,
  }: {
    readonly method: string
    readonly headers?: Readonly<Record<string, string>>
    readonly body?: string
    readonly agent?: Agent
  },
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const json = body === undefined ? {} : { 'content-type': 'application/json' }
    const sent = request(url, { method, agent, headers: { ...headers, ...json } }, (response) => {
      let text = ''
      response.setEncoding('utf8')
      response.on('data', (chunk: string) => (text += chunk))
      response.on('error', reject)
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, text }))
    })
    sent.on('error', reject)
    sent.end(body)
  })
}
