/** All callers without a key together read the past of markets a few at a time: they never crowd out who has one. */
import { timeout } from '@ats/service-kit/async'
import { addressGroup, budgetHeaders, createInFlight, type HandlerRequest, type Room } from '@ats/service-kit/http'
import { RequestError } from '@ats/service-kit/process'
import type { Anybody } from './caller.js'

/** Reads of one address: beyond it they are refused, or wait. */
const ROOM: Room = { inFlight: 20, perKey: 20, running: 2 }
/** Under way and waiting, of all addresses. */
const READS_MAX = 100
/** Work of this many is shared out at a time: so one of the longest is done well within the time to answer. */
const RUNNING_MAX = 4
/** From the handler on: a request may have waited for a second before, and must be told within 2.3 s. */
const ANSWER_WITHIN_MS = 1_200
const POLICY = 'history-without-key'

export type LimitAnonymousHistory = <T>(
  caller: Pick<HandlerRequest<Anybody>, 'principal' | 'ip'>,
  read: () => Promise<T>,
) => Promise<T>

/**
 * The result of `read`. @throws RequestError 429 for callers without a key, when more of them want to read
 * @param timeoutFactor multiplies the time for an answer
 */
export function limitAnonymousHistory(timeoutFactor = 1): LimitAnonymousHistory {
  const answerWithinMs = ANSWER_WITHIN_MS * timeoutFactor
  const inFlight = createInFlight({
    inFlightMax: READS_MAX,
    runningMax: RUNNING_MAX,
    waitMs: answerWithinMs / 2,
    lag: { ms: () => 0 },
  })
  return async ({ principal, ip }, read) => {
    if (principal.userId !== null) return read()
    const startedAt = performance.now()
    const visit = inFlight.arrive({ group: addressGroup(ip), key: null, room: ROOM })
    if (visit.kind === 'refused') throw tooMany()
    try {
      const refusal = await visit.turn()
      if (refusal !== undefined && refusal !== null) throw tooMany()
      return await timeout(read(), answerWithinMs - (performance.now() - startedAt), tooMany)
    } finally {
      visit.leave()
    }
  }
}

const tooMany = (): RequestError =>
  new RequestError(
    'rate_limited',
    'too many callers without a key are reading past prices; retry, or send a key',
    {},
    {
      ...budgetHeaders({ policy: POLICY, limit: RUNNING_MAX, remaining: 0, resetMs: 1_000, windowSeconds: 1 }),
      'Retry-After': '1',
    },
  )
