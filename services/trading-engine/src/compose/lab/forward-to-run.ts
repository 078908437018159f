/** Passes what comes for a run on to its process, and the response back, as it comes and no faster than it is read. */
import { Agent, request as send, type IncomingMessage, type ServerResponse } from 'node:http'
import { pipeline } from 'node:stream'
import { notFound } from '@ats/service-kit/http'
import type { HttpApp } from '@ats/service-kit/http'
import { DependencyError } from '@ats/service-kit/process'

export interface ForwardOptions {
  /** Null: there is no such run, or it has ended. */
  readonly portOf: (runId: string) => number | null
  /** Whether the run cuts connections because it was asked to: those of callers are cut as well. */
  readonly mayCut: (runId: string) => boolean
  /** Requests of one run under way; one more is refused. */
  readonly inFlightMax: number
}

const PREFIX = /^\/lab\/([0-9a-f-]{36})(\/.*)$/
/** Headers of a connection alone, which is another one on the other side. */
const OF_CONNECTION = new Set([
  'connection',
  'keep-alive',
  'transfer-encoding',
  'te',
  'trailer',
  'upgrade',
  'host',
  'expect',
])

/** The app, with the runs below /lab. */
export function withRuns(app: HttpApp, { portOf, mayCut, inFlightMax }: ForwardOptions): HttpApp {
  const agent = new Agent({ keepAlive: true, maxSockets: inFlightMax })
  const inFlight = new Map<string, number>()

  const forward = (request: IncomingMessage, response: ServerResponse, runId: string, path: string): void => {
    const port = portOf(runId)
    if (port === null) return app.refuse(request, response, notFound('run'))
    const count = inFlight.get(runId) ?? 0
    if (count >= inFlightMax) return app.refuse(request, response, busy())
    inFlight.set(runId, count + 1)
    response.once('close', () => leave(runId))
    const { method, headers } = request
    const onward = send({ agent, host: '127.0.0.1', port, method, path, headers: passedOn(headers) }, (back) => {
      response.writeHead(back.statusCode ?? 500, passedOn(back.headers))
      pipeline(back, response, () => undefined)
    })
    onward.on('error', () => {
      if (response.headersSent || mayCut(runId)) response.destroy()
      else app.refuse(request, response, gone())
    })
    // A caller who leaves takes the request along.
    response.once('close', () => onward.destroy())
    pipeline(request, onward, () => undefined)
  }
  const leave = (runId: string): void => {
    const left = (inFlight.get(runId) ?? 1) - 1
    if (left === 0) inFlight.delete(runId)
    else inFlight.set(runId, left)
  }

  return {
    ...app,
    serve(request, response) {
      const [, runId, path] = PREFIX.exec(request.url) ?? []
      if (runId === undefined || path === undefined) return app.serve(request, response)
      forward(request, response, runId, path)
    },
  }
}

const passedOn = (headers: IncomingMessage['headers']): IncomingMessage['headers'] =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !OF_CONNECTION.has(name)))

const gone = (): DependencyError => new DependencyError('lab', 'the run does not answer')
const busy = (): DependencyError =>
  new DependencyError('lab', 'too many requests of the run are under way', {
    publicMessage: 'too many requests of this run are under way; retry in a moment',
  })
