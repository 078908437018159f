/** Faults that are met outside of a run, by all that one key sends and receives; and what they have met so far. */
import type { Micros } from '../../core/values/time.js'
import { createRandom } from '../tapes/xoshiro.js'
import {
  isAfterCommit,
  isOfRequests,
  isOfStreams,
  isOfWebhooks,
  type Fault,
  type StreamFaultAction,
} from '../run/faults/fault.js'
import { clientIdOf, reactionTo, webhookPath, type ToldHit } from '../run/faults/fault-hits.js'
import { drawFault, type FaultCount, type FaultLot, type Meeting, type Met } from '../run/faults/fault-lot.js'
import { meetWebhook, type SentWebhook, type WebhookFate, type Withheld } from '../run/faults/met-webhook.js'

export interface FaultSet {
  readonly faults: readonly Fault[]
  readonly seed: number
  readonly startedAt: Micros
  readonly expiresAt: Micros
  readonly met: MetFaults
}

/** All that changes. */
export interface MetFaults {
  /** The counts of each fault. */
  readonly counts: readonly FaultCount[]
  /** The first ones. */
  readonly hits: readonly ToldHit[]
  /** By the id of the event. */
  readonly withheld: readonly (readonly [string, WithheldUntil])[]
}

/** Until: null is for ever. */
interface WithheldUntil {
  readonly number: number
  readonly until: Micros | null
}

export interface SentRequest {
  readonly method: string
  readonly path: string
  readonly body: string | null
  readonly at: Micros
}

/** As it is written down. */
export interface StoredFaultSet extends Omit<FaultSet, 'faults' | 'met'> {
  readonly faults: string
  readonly met: string
}

export const storedOf = ({ faults, met, ...set }: FaultSet): StoredFaultSet => ({
  ...set,
  faults: JSON.stringify(faults),
  met: JSON.stringify(met),
})

export function faultSetOf({ faults, met, seed, startedAt, expiresAt }: StoredFaultSet): FaultSet {
  // JSON has no Infinity.
  const read = JSON.parse(faults) as readonly (Omit<Fault, 'times'> & { readonly times: number | null })[]
  return {
    ...{ seed, startedAt, expiresAt, met: JSON.parse(met) as MetFaults },
    faults: read.map((fault) => ({ ...fault, times: fault.times ?? Infinity })),
  }
}

/** Longer bodies are not kept, and what was done then is not told; nor are they compared with those that are. */
const BODY_MAX = 1_000
/** The beginning of a longer one is kept. */
const PATH_MAX = 1_000
const HITS_MAX = 100
const WITHHELD_MAX = 1_000
/** Between the numbers of draws of one fault: more than there are faults. */
const STRIDE = 64

export const nothingMet = (faults: readonly Fault[]): MetFaults => ({
  counts: faults.map(() => ({ met: 0, done: 0 })),
  hits: [],
  withheld: [],
})

export interface OpenFaultSet {
  readonly request: (request: SentRequest) => Met | null
  /** So many events of a stream. */
  readonly events: (stream: Pick<SentRequest, 'path' | 'at'>, count: number) => readonly (StreamFaultAction | null)[]
  readonly webhook: (webhook: SentWebhook) => WebhookFate | null
  readonly met: () => MetFaults
}

/** Changes a copy of what the set has met. The same is drawn for the same meetings, in whichever process. */
export function openFaultSet({ faults, seed, startedAt, met: before }: FaultSet): OpenFaultSet {
  const lots = faults.map((fault, place) => lotOf(fault, place + 1, before.counts[place] ?? { met: 0, done: 0 }, seed))
  const withheld: Withheld = new Map(
    before.withheld.map(([id, { number, until }]) => [id, { number, until: until ?? Infinity }]),
  )
  const hits = [...before.hits]

  const draw = (fits: (fault: Fault) => boolean) => {
    const fitting = lots.filter(({ fault }) => fits(fault))
    return (meeting: Meeting): Met | null => drawFault(fitting, meeting, startedAt)
  }
  const note = ({ number, fault }: Met, sent: SentRequest): void => {
    if (hits.length >= HITS_MAX) return
    const body = sent.body !== null && sent.body.length > BODY_MAX ? null : sent.body
    const before = isAfterCommit(fault) ? 0 : null
    const hit = { ...sent, path: sent.path.slice(0, PATH_MAX), fault: number, do: fault.do, before, body }
    hits.push({ ...hit, reaction: reactionTo(hit, []) })
  }
  const noteReaction = (sent: SentRequest): void => {
    if (sent.body !== null && sent.body.length > BODY_MAX) return
    hits.forEach((hit, place) => {
      if (hit.reaction !== 'NOTHING') return
      // It comes after what was carried out before.
      const commands = hit.before === null ? [sent] : [sent, sent]
      hits[place] = { ...hit, reaction: reactionTo(hit, commands) }
    })
  }

  const drawRequest = draw((fault) => isOfRequests(fault.do))
  const drawEvent = draw((fault) => isOfStreams(fault.do))
  const drawWebhook = draw((fault) => isOfWebhooks(fault.do))
  return {
    request(sent) {
      const { method, path, body, at } = sent
      const met = drawRequest({ method, path, clientId: body === null ? null : clientIdOf(body), at })
      noteReaction(sent)
      if (met !== null) note(met, sent)
      return met
    },
    events: ({ path, at }, count) =>
      Array.from({ length: count }, () => {
        const met = drawEvent({ method: 'GET', path, clientId: null, at })
        if (met !== null) note(met, { method: 'GET', path, body: null, at })
        return met !== null && isOfStreams(met.fault.do) ? met.fault.do : null
      }),
    webhook(webhook) {
      const fate = meetWebhook(webhook, withheld, drawWebhook)
      const met = fate?.met ?? null
      if (met !== null) note(met, { method: 'POST', path: webhookPath(webhook.type), body: null, at: webhook.at })
      return fate
    },
    met: () => ({
      counts: lots.map(({ met, done }) => ({ met, done })),
      hits,
      withheld: [...withheld]
        .slice(-WITHHELD_MAX)
        .map(([id, { number, until }]) => [id, { number, until: Number.isFinite(until) ? until : null }]),
    }),
  }
}

function lotOf(fault: Fault, number: number, { met, done }: FaultCount, seed: number): FaultLot {
  const lot: FaultLot = {
    ...{ fault, number, met, done },
    uniform: () => createRandom(seed, lot.met * STRIDE + number).uniform(),
  }
  return lot
}
