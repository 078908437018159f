/** A proxy between engine and wallet that pauses validations before or after the wallet has answered. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { send } from './send.js'

/**
 * `request`: the engine has its lease, the request has not reached the wallet. `response`: the wallet has responded,
 * the engine has not received it.
 */
export type PausePoint = 'request' | 'response'

export interface PausingProxy {
  /** Listens in front of the wallet; resolves with its own address. */
  readonly inFront: (walletUrl: string) => Promise<string>
  /** Pauses the next validation of this key; resolves once it is paused, with a function that resumes it. */
  pauseNext(key: string, at: PausePoint): Promise<() => void>
  /** The wallet cannot be reached any more, or can again. */
  cut(isCut: boolean): void
  close(): Promise<void>
}

interface Pause {
  readonly at: PausePoint
  readonly paused: (resume: () => void) => void
}

export function createPausingProxy(): PausingProxy {
  const pauses = new Map<string, Pause>()
  let walletUrl = ''
  let isCut = false

  const takePause = (key: string): Pause | undefined => {
    const pause = pauses.get(key)
    pauses.delete(key)
    return pause
  }

  async function passOn(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let body = ''
    for await (const chunk of request.setEncoding('utf8')) body += chunk as string
    if (isCut) return void request.socket.destroy()
    const pause = takePause((JSON.parse(body) as { key: string }).key)
    const pauseAt = (at: PausePoint) =>
      pause?.at === at ? new Promise<void>((resume) => pause.paused(resume)) : undefined
    await pauseAt('request')
    const authorization = request.headers.authorization ?? ''
    const answer = await send(walletUrl + request.url, { method: 'POST', headers: { authorization }, body })
    await pauseAt('response')
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(answer.text)
  }

  const server = createServer((request, response) => {
    passOn(request, response).catch(() => request.socket.destroy())
  })
  return {
    async inFront(url) {
      walletUrl = url
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
      return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    },
    pauseNext: (key, at) => new Promise((paused) => pauses.set(key, { at, paused })),
    cut: (next) => {
      isCut = next
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
