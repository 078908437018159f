/**
 * Has requests and streams of a key meet the faults that it has asked for, once it is known who asks. Not there in
 * production. The requests about the faults themselves meet none.
 */
import { setTimeout as wait } from 'node:timers/promises'
import type { ServerResponse } from 'node:http'
import { RequestAborted } from '@ats/service-kit/async'
import type { Disturb, HttpApp, RawRequest } from '@ats/service-kit/http'
import { DependencyError } from '@ats/service-kit/process'
import type { Micros } from '../core/values/time.js'
import type { Caller } from '../http/caller.js'
import { SANDBOX_FAULTS_PATH } from '../http/routes/sandbox-faults.js'
import { isAfterCommit, isDownAt, isOfRequests, isOfStreams, isTurnedAway } from '../lab/run/faults/fault.js'
import type { Met } from '../lab/run/faults/fault-lot.js'
import { countEvents, createStreamFaults } from '../lab/run/faults/stream-faults.js'
import type { SandboxFaults } from '../lab/sandbox/sandbox-faults.js'
import { answerAsProxy, holdResponse, tooManyRequests } from './lab/faulty-response.js'

export interface SandboxDoorOptions {
  readonly faults: Pick<SandboxFaults, 'inForce' | 'meet'>
  readonly now: () => Micros
  readonly refuse: HttpApp['refuse']
}

export function createSandboxDoor({ faults, now, refuse }: SandboxDoorOptions): Disturb<Caller> {
  const meetRequest = async (keyId: string, request: RawRequest, response: ServerResponse): Promise<void> => {
    const { method, rawUrl: path, body: bytes } = request
    const body = bytes.length === 0 ? null : bytes.toString('utf8')
    const met = await faults.meet(keyId, (set) => set.request({ method, path, body, at: now() }))
    if (met === null) return
    if (isTurnedAway(met.fault)) return turnAway(met, response)
    if (met.fault.do === 'DELAY') await wait(met.fault.forMs)
    if (!isAfterCommit(met.fault)) return
    holdResponse(response, (held) => {
      held.forget()
      if (met.fault.do === 'DROP_ANSWER_AFTER_COMMIT') response.destroy()
      else refuse(response.req, response, failureOf(met))
    })
  }

  return (request, route, caller, response) => {
    const { keyId } = caller
    if (keyId === null || 'hook' in caller || route.path === SANDBOX_FAULTS_PATH) return undefined
    const isStream = route.responses[200]?.frames !== undefined
    const found = faults.inForce(keyId)
    if (found !== null && isDownAt(found.faults, (now() - found.startedAt) / 1_000))
      throw new DependencyError('sandbox', 'down', { publicMessage: 'the service is down, as was asked for' })
    if (isStream) return changeStream(response, request, keyId, { faults, now })
    return found?.faults.some(({ do: action }) => isOfRequests(action)) === true
      ? meetRequest(keyId, request, response)
      : undefined
  }
}

const failureOf = ({ number }: Met): DependencyError => {
  const message = `fault ${number}, as was asked for`
  return new DependencyError('sandbox', message, { publicMessage: message })
}

/** @throws in any case */
function turnAway(met: Met, response: ServerResponse): never {
  const { number, fault } = met
  if (fault.do === '429') throw tooManyRequests(`fault ${number}, as was asked for`)
  if (fault.do === 'DROP_BEFORE') {
    response.destroy()
    throw new RequestAborted(`fault ${number}`)
  }
  if (fault.do === '503')
    holdResponse(response, (held) => {
      held.forget()
      answerAsProxy(response)
    })
  throw failureOf(met)
}

/** The most writes that wait for their turn: a stream with more is cut. */
const WAITING_MAX = 256

/** Has writes wait for the faults that they meet, one after the other, from the first that may meet some. */
function changeStream(
  response: ServerResponse,
  { rawUrl: path }: RawRequest,
  keyId: string,
  { faults, now }: Omit<SandboxDoorOptions, 'refuse'>,
): undefined {
  const isNumbered = path.startsWith('/v1/account/')
  const drawn: ReturnType<Parameters<typeof createStreamFaults>[1]>[] = []
  const change = createStreamFaults(isNumbered, () => drawn.shift() ?? null)
  const [write, end] = [response.write.bind(response), response.end.bind(response)] as unknown as Writes
  let waiting = 0
  let last: Promise<void> | null = null

  const mayMeet = (): boolean => faults.inForce(keyId)?.faults.some(({ do: action }) => isOfStreams(action)) === true
  const changed = async (written: string): Promise<void> => {
    const count = mayMeet() ? countEvents(written, isNumbered) : 0
    if (count > 0) drawn.push(...((await faults.meet(keyId, (set) => set.events({ path, at: now() }, count))) ?? []))
    const { text, ends } = change(written)
    if (ends) write(text, () => response.destroy())
    else if (text !== '' && !response.destroyed) write(text)
  }
  const inTurn = (work: () => Promise<void> | void): void => {
    waiting += 1
    last = (last ?? Promise.resolve()).then(work).then(
      () => void (waiting -= 1),
      () => void response.destroy(),
    )
    if (waiting > WAITING_MAX) response.destroy()
  }
  Object.assign(response, {
    write(chunk: Buffer | string) {
      if (last === null && !mayMeet()) return write(chunk)
      inTurn(() => changed(chunk.toString()))
      return true
    },
    end(chunk?: Buffer | string) {
      if (last === null) end(chunk)
      else inTurn(() => void end(chunk))
      return response
    },
  })
  return undefined
}

type Writes = readonly [
  write: (chunk: Buffer | string, onWritten?: () => void) => boolean,
  end: (chunk: Buffer | string | undefined) => unknown,
]
