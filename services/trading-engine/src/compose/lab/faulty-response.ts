/** Takes the place of the end of a response: what was decided is known, and nothing of it has been sent yet. */
import type { ServerResponse } from 'node:http'
import { RequestError } from '@ats/service-kit/process'

export interface HeldResponse {
  /** The status that was decided on. */
  readonly status: number
  /** Sends it as it was meant. */
  readonly send: () => void
  /** Has it never been written: something else may be sent. */
  readonly forget: () => void
}

type Head = Parameters<ServerResponse['writeHead']>
const LAID_OVER = ['writeHead', 'end'] as const

/** @param onEnd called once, instead of sending it */
export function holdResponse(response: ServerResponse, onEnd: (held: HeldResponse) => void): void {
  // What is written in one piece would pass by what is laid over here.
  const { shouldKeepAlive } = response
  response.shouldKeepAlive = false
  let head: Head | null = null
  const restore = (): void => {
    response.shouldKeepAlive = shouldKeepAlive
    for (const name of LAID_OVER) Reflect.deleteProperty(response, name)
  }
  Object.assign(response, {
    writeHead(...args: Head) {
      head = args
      return response
    },
    end(content?: string | Buffer) {
      onEnd({
        status: head?.[0] ?? response.statusCode,
        send() {
          restore()
          if (response.destroyed) return
          if (head !== null) response.writeHead(...head)
          response.end(content)
        },
        forget: restore,
      })
      return response
    },
  })
}

/** Answers as what stands before a service and finds none: it knows no JSON. */
export function answerAsProxy(response: ServerResponse): void {
  response.writeHead(503, OF_A_PROXY).end('no server is available\n')
}

const OF_A_PROXY = { 'Content-Type': 'text/plain; charset=utf-8', 'Retry-After': '1' }

export const tooManyRequests = (message: string): RequestError =>
  new RequestError('rate_limited', message, {}, { 'Retry-After': '1' })
