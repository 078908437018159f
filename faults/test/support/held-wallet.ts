/** Stands between engine and wallet, and holds questions back on one side of the wallet's answer. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { send } from './send.js'

/**
 * `question`: the engine has its lease, the request has not reached the wallet. `answer`: the wallet has responded, the
 * engine has not received it.
 */
export type Hold = 'question' | 'answer'

export interface HeldWallet {
  /** To be put in front of the wallet. */
  readonly inFront: (walletUrl: string) => Promise<string>
  /** Holds the next question about this key; resolves once it is held, with what lets it go on. */
  hold(key: string, at: Hold): Promise<() => void>
  /** The wallet cannot be reached any more, or can again. */
  cut(isCut: boolean): void
  close(): Promise<void>
}

interface Waiting {
  readonly at: Hold
  readonly held: (goOn: () => void) => void
}

export function createHeldWallet(): HeldWallet {
  const holds = new Map<string, Waiting>()
  let walletUrl = ''
  let isCut = false

  const takeHold = (key: string): Waiting | undefined => {
    const hold = holds.get(key)
    holds.delete(key)
    return hold
  }

  async function passOn(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let body = ''
    for await (const chunk of request.setEncoding('utf8')) body += chunk as string
    if (isCut) return void request.socket.destroy()
    const hold = takeHold((JSON.parse(body) as { key: string }).key)
    const isHeld = (at: Hold) => (hold?.at === at ? new Promise<void>((goOn) => hold.held(goOn)) : undefined)
    await isHeld('question')
    const authorization = request.headers.authorization ?? ''
    const answer = await send(walletUrl + request.url, { method: 'POST', headers: { authorization }, body })
    await isHeld('answer')
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
    hold: (key, at) => new Promise((held) => holds.set(key, { at, held })),
    cut: (next) => {
      isCut = next
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
