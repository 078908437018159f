/**
 * The way of requests into a run: past its gate, one change after the other, and with each change noted as it was sent,
 * at the moment of the run at which it was decided. On the way they take the time, and meet the faults, that were asked
 * for.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { HttpApp } from '@ats/service-kit/http'
import { DependencyError } from '@ats/service-kit/process'
import type { Micros } from '../../core/values/time.js'
import {
  isAfterCommit,
  isDownAt,
  isOfOrders,
  isOfRequests,
  isOfStreams,
  isTurnedAway,
  type Fault,
  type Latency,
} from '../../lab/run/faults/fault.js'
import { clientIdOf, type FaultHit } from '../../lab/run/faults/fault-hits.js'
import { createFaultLot, type Met } from '../../lab/run/faults/fault-lot.js'
import { createStreamFaults } from '../../lab/run/faults/stream-faults.js'
import type { LockstepGate } from '../../lab/run/lockstep-gate.js'
import type { RunCommand } from '../../lab/run/run-log.js'
import { createRandom } from '../../lab/tapes/xoshiro.js'
import { answerAsProxy, holdResponse, tooManyRequests } from './faulty-response.js'
import { keepBody, NO_BODY } from './kept-body.js'

export interface DoorOptions {
  readonly gate: LockstepGate
  readonly now: () => Micros
  /** Lets the clock go on by so much; no request is under way. */
  readonly pass: (micros: Micros) => Promise<unknown>
  /** Told of each request that may have changed something. */
  readonly onCommand: (command: RunCommand) => void
  readonly onHit: (hit: FaultHit) => void
  /** Has this fault of the run decide the fate of orders that are placed, until it is told null. */
  readonly force: (fault: number | null) => void
  /** Commands that were told of so far. */
  readonly commands: () => number
  /** Whether the clock was moved since this was asked last. */
  readonly takeMoved: () => boolean
  readonly faults: readonly Fault[]
  readonly latency: Latency | null
  readonly seed: number
  /** Awaited before a request is taken, which calls what it gets when it has been answered. */
  readonly enterTurn?: () => Promise<() => void>
}

/** Streams have no end, and wait for nothing: they tell of what happens. */
const isStream = (url: string): boolean => /^[^?]*\/stream(?:\?|$)/.test(url)

/** Its events have ids. */
const IS_OF_ACCOUNT = /^\/v1\/account\//

const isChange = (method: string): boolean => method !== 'GET' && method !== 'HEAD' && method !== 'OPTIONS'

const UNAUTHORIZED = 401

type Request = Parameters<HttpApp['serve']>[0]
type Response = Parameters<HttpApp['serve']>[1]

export function throughDoor(app: HttpApp, options: DoorOptions): HttpApp {
  const isDown = downtimeOf(options)
  const take = requestDoor(app, options, isDown)
  const serveStream = streamDoor(app, options)
  return {
    ...app,
    serve(request, response) {
      if (!isStream(request.url)) void take(request, response)
      else if (isDown()) app.refuse(request, response, unavailable())
      else serveStream(request, response)
    },
  }
}

/** Resolves when it is the turn of the run, which is left when the response has ended. */
async function inTurn(enterTurn: () => Promise<() => void>, response: Response): Promise<void> {
  const leave = await enterTurn()
  if (response.closed) leave()
  else response.once('close', leave)
}

function downtimeOf({ now, faults }: DoorOptions): () => boolean {
  const startsAt = now()
  return () => isDownAt(faults, (now() - startsAt) / 1_000)
}

function hitOf({ number, fault }: Met, { method = '', url: path = '' }: IncomingMessage, now: Micros) {
  return { fault: number, do: fault.do, at: now, method, path }
}

function streamDoor(app: HttpApp, { faults, seed, now, onHit }: DoorOptions) {
  const meetEvent = createFaultLot(faults, { seed, startsAt: now() }, (fault) => isOfStreams(fault.do))
  return (request: Request, response: Response): void => {
    const { method, url: path } = request
    const change = createStreamFaults(IS_OF_ACCOUNT.test(path), () => {
      const met = meetEvent({ method, path, clientId: null, at: now() })
      if (met !== null) onHit({ ...hitOf(met, request, now()), before: null, body: null })
      return met !== null && isOfStreams(met.fault.do) ? met.fault.do : null
    })
    changeWrites(response, change)
    app.serve(request, response)
  }
}

function requestDoor(app: HttpApp, options: DoorOptions, isDown: () => boolean) {
  const { gate, now, pass, onCommand, onHit, force, takeMoved, faults, latency, seed, enterTurn } = options
  const isMet = ({ do: action }: Fault): boolean => isOfRequests(action) || isOfOrders(action)
  const meetRequest = createFaultLot(faults, { seed, startsAt: now() }, isMet)
  const random = createRandom(seed)
  const needsBody = faults.some(({ when }) => when.clientIdPrefix !== null)
  /** The time that a part of the way takes; none for a read. */
  const takenBy = (method: string, part: 'ackMs' | 'fillMs'): number =>
    latency === null || !isChange(method) ? 0 : latency[part] + random.uniform() * latency.jitterMs

  /** Sends something else than what was decided on, or the same later. */
  const changeAnswer = (
    met: Met | null,
    request: Request,
    response: Response,
    note: (status: number) => void,
  ): void => {
    const fillMs = takenBy(request.method, 'fillMs')
    const after = met !== null && isAfterCommit(met.fault) ? met : null
    if (after === null && fillMs === 0) return
    holdResponse(response, (held) => {
      note(held.status)
      void (fillMs === 0 ? Promise.resolve() : pass(Math.round(fillMs * 1_000))).then(() => {
        if (after === null) return held.send()
        held.forget()
        if (after.fault.do === 'DROP_ANSWER_AFTER_COMMIT') response.destroy()
        else app.refuse(request, response, errorOf(after))
      })
    })
  }

  return async (request: Request, response: Response): Promise<void> => {
    const { method, url: path } = request
    const changes = isChange(method)
    const body = changes ? keepBody(request) : NO_BODY
    if (enterTurn !== undefined) await inTurn(enterTurn, response)
    if (needsBody) await body.whole
    const lot: { met: Met | null } = { met: null }
    const leave = await gate.enter(changes, async () => {
      const text = body.text()
      lot.met = meetRequest({ method, path, clientId: text === null ? null : clientIdOf(text), at: now() })
      const isDelayed = lot.met?.fault.do === 'DELAY'
      const ms = takenBy(method, 'ackMs') + (isDelayed ? (lot.met?.fault.forMs ?? 0) : 0)
      if (lot.met !== null && isDelayed) onHit({ ...hitOf(lot.met, request, now()), before: null, body: text })
      if (ms > 0) await pass(Math.round(ms * 1_000))
    })
    const { met } = lot
    // A caller who left while it waited has closed the response already.
    if (response.destroyed) leave()
    if (isDown()) {
      response.once('close', leave)
      return app.refuse(request, response, unavailable())
    }
    if (met !== null && isTurnedAway(met.fault)) {
      onHit({ ...hitOf(met, request, now()), before: null, body: body.text() })
      leave()
      return turnAway(app, met, request, response)
    }
    const at = now()
    const fault = met !== null && isOfOrders(met.fault.do) ? met.number : null
    let isNoted = false
    const note = (status: number): void => {
      if (isNoted) return
      isNoted = true
      if (met !== null && (isAfterCommit(met.fault) || fault !== null))
        onHit({ ...hitOf(met, request, now()), before: options.commands(), body: body.text() })
      // Who is not let in has changed nothing, and might be let in when it is repeated.
      if (changes && status !== UNAUTHORIZED)
        onCommand({ at, moved: takeMoved(), method, path, body: body.text(), status, fault })
      end()
    }
    const end = (): void => {
      if (fault !== null) force(null)
      leave()
    }
    response.once('close', () => (response.headersSent ? note(response.statusCode) : end()))
    changeAnswer(met, request, response, note)
    if (fault !== null) force(fault)
    app.serve(request, response)
  }
}

function turnAway(app: HttpApp, met: Met, request: Request, response: Response): void {
  if (met.fault.do === 'DROP_BEFORE') response.destroy()
  else if (met.fault.do === '503') answerAsProxy(response)
  else app.refuse(request, response, errorOf(met))
}

const unavailable = (): DependencyError => new DependencyError('lab', 'the service is down, as the run has it')

function errorOf({ number, fault }: Met): Error {
  const message = `fault ${number} of the run`
  return fault.do === '429' ? tooManyRequests(message) : new Error(message)
}

/** A stream writes whole frames; its head and its end are left alone. */
function changeWrites(response: ServerResponse, change: ReturnType<typeof createStreamFaults>): void {
  const write = response.write.bind(response) as (chunk: string) => boolean
  Object.assign(response, {
    write(chunk: Buffer | string) {
      const { text, ends } = change(chunk.toString())
      const isReady = text === '' || write(text)
      if (ends) response.destroy()
      return isReady
    },
  })
}
