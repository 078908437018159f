/** Admits requests by what is under way, as soon as their headers are there and before anything is done for them. */
import type { IncomingHttpHeaders } from 'node:http'
import { DependencyError, RequestError } from '../../process/errors.js'
import type { Metrics } from '../../process/metrics.js'
import type { InFlight, Party, Refusal, ShedReason, Visit } from './in-flight.js'
import { budgetHeaders } from './rate-limit.js'

export interface Arrival {
  readonly headers: IncomingHttpHeaders
  readonly rawHeaders: readonly string[]
  /** As in RawRequest. */
  readonly ip: string
  /** As in RawRequest. */
  readonly path: string
  /** The access of the route. */
  readonly access: string
}

/** The response to the request; it emits `close` once it has been sent, or the connection is closed. */
export interface SentResponse {
  readonly destroyed: boolean
  once(event: 'close', listener: () => void): unknown
}

export type Admit = (arrival: Arrival) => Admitted | TurnedAway

export interface Admitted {
  readonly kind: 'admitted'
  /** Undefined: it may go on. Else resolves when it may; rejects when it has waited too long. */
  turn(): Promise<void> | undefined
  /** It turns out to be so many requests more, in one. @throws when there is no room for them */
  grow(more: number): void
  /**
   * Once, when nothing is done for it any more. Its place is free from the next turn of the loop: else all connections
   * that have asked for what is quickly done would be served in this one, one after the other. Where responses are
   * large, it keeps its place until the response has been read.
   */
  readonly leave: (response: SentResponse) => void
  /** Resolves when its error may be sent; with false where its connection should be closed without a response. */
  readonly mayTell: (error: unknown) => Promise<boolean>
}

export interface TurnedAway {
  readonly kind: 'refused'
  readonly error: Error
  /** Resolves when it may be sent; with false when the connection should be closed without a response. */
  readonly mayBeTold: Promise<boolean>
}

const NOW = Promise.resolve(true)
const WELCOME: Admitted = {
  kind: 'admitted',
  turn: () => undefined,
  grow: () => undefined,
  leave: () => undefined,
  mayTell: () => NOW,
}
export const admitAll: Admit = () => WELCOME

export interface AdmitOptions {
  readonly inFlight: InFlight
  readonly partyOf: (arrival: Arrival) => Party
  /** The refusal of a party whose budget is known to be spent. */
  readonly refusalOf: (arrival: Arrival, party: Party) => RequestError | null
  readonly onShed: (reason: ShedReason | 'spent' | 'cut') => void
  /** true: 429 instead of 500 even where no caller has more than its share; for requests that can wait. */
  readonly isDispensable?: boolean
  /** true: responses are large, and one that is being read is still under way. */
  readonly isHeldUntilRead?: boolean
}

export function createAdmit(options: AdmitOptions): Admit {
  const { inFlight, partyOf, refusalOf, onShed, isDispensable = false, isHeldUntilRead = false } = options
  const errorsOf = createErrors()
  const errorFor = (refusal: Refusal): Error =>
    errorsOf(isDispensable && refusal.reason === 'all' ? { ...refusal, reason: 'share' } : refusal)
  const hold = (group: string): Promise<boolean> => {
    const { ms, sent } = inFlight.hold(group)
    if (ms !== null) return after(ms, sent)
    onShed('cut')
    return Promise.resolve(false)
  }
  const turnAway = (error: Error, group: string): TurnedAway => ({ kind: 'refused', error, mayBeTold: hold(group) })
  /** One that has waited too long, or is over a budget, is refused no sooner than one that was never admitted. */
  const admitted = (visit: Visit, group: string): Admitted => {
    let isGone = false
    let wasShed = false
    const shed = (refusal: Refusal): Error => {
      wasShed = true
      onShed(refusal.reason)
      return errorFor(refusal)
    }
    const free = (): void => {
      if (isGone) return
      isGone = true
      setImmediate(() => visit.leave())
    }
    return {
      kind: 'admitted',
      leave(response) {
        if (isHeldUntilRead && !response.destroyed) response.once('close', free)
        else free()
      },
      turn: () =>
        visit.turn()?.then((refusal) => {
          if (refusal !== null) throw shed(refusal)
        }),
      grow(more) {
        const refusal = visit.grow(more)
        if (refusal !== null) throw shed(refusal)
      },
      mayTell: (error) => (wasShed || isOverBudget(error) ? hold(group) : NOW),
    }
  }
  return (arrival) => {
    const party = partyOf(arrival)
    const spent = refusalOf(arrival, party)
    if (spent !== null) {
      onShed('spent')
      return turnAway(spent, party.group)
    }
    const visit = inFlight.arrive(party)
    if (visit.kind === 'refused') {
      onShed(visit.reason)
      return turnAway(errorFor(visit), party.group)
    }
    return admitted(visit, party.group)
  }
}

const isOverBudget = (error: unknown): boolean => error instanceof RequestError && error.code === 'rate_limited'

/** Counts what is under way in all of these together, and what is shed; returns the `onShed` of their admissions. */
export function watchAdmission(metrics: Metrics, all: readonly InFlight[]): AdmitOptions['onShed'] {
  const sum = (figure: (one: InFlight) => number): number => all.reduce((total, one) => total + figure(one), 0)
  metrics.figure('requests_in_flight', 'Requests admitted and not answered yet.', () => sum(({ count }) => count))
  metrics.figure('requests_waiting', 'Admitted requests that wait until they may run.', () =>
    sum(({ waiting }) => waiting),
  )
  return metrics.counter({
    name: 'requests_shed_total',
    help: 'Requests refused on arrival, by reason: too many in flight of the key, of the user or address (group), of their fair share while the process is busy (share) or of the process (all); rate limit spent (spent); closed without a response (cut).',
    label: 'reason',
    values: ['key', 'group', 'share', 'all', 'spent', 'cut'],
  })
}

/** Timers of the same length share a list. */
const HOLD_GRAIN_MS = 50

const after = (ms: number, sent: () => void): Promise<boolean> =>
  new Promise((resolve) => {
    const tell = (): void => {
      sent()
      resolve(true)
    }
    setTimeout(tell, Math.ceil(ms / HOLD_GRAIN_MS) * HOLD_GRAIN_MS)
  })

const WORDS: Readonly<Record<Exclude<ShedReason, 'all'>, (limit: number) => string>> = {
  key: (limit) => `more than ${limit} requests of this key are under way; wait for answers before sending more`,
  group: (limit) => `more than ${limit} of your requests are under way; wait for answers before sending more`,
  share: () => 'the service is busy, and more of your requests are under way than of others; wait for answers',
}

/** Made once a second at most: an error with its stack costs as much as the rest of a refusal. */
function createErrors(): (refusal: Refusal) => Error {
  const made = new Map<string, Error>()
  let madeIn = 0
  return (refusal) => {
    const second = Math.floor(Date.now() / 1000)
    if (second !== madeIn) made.clear()
    madeIn = second
    const name = `${refusal.reason} ${refusal.limit}`
    const error = made.get(name) ?? errorOf(refusal)
    made.set(name, error)
    return error
  }
}

function errorOf({ reason, limit }: Refusal): Error {
  if (reason === 'all') return new DependencyError('capacity', 'too many requests are under way')
  const budget = { policy: `in-flight-per-${reason}`, limit, remaining: 0, resetMs: 1000, windowSeconds: 1 }
  const headers = { ...budgetHeaders(budget), 'Retry-After': '1' }
  return new RequestError('rate_limited', WORDS[reason](limit), {}, headers)
}
