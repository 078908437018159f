/**
 * The protocol of the cache as a machine of small steps: two requests that may fill it, one revocation, and one request
 * that begins after the revocation was answered. Every message between them and Redis may be late (also because Redis
 * stood still) or lost. Time is counted in ticks, of which a lease lasts LEASE.
 */
export interface Design {
  /** null: a record is written over whatever stands there. */
  readonly lease: 'required' | null
  /** From when a record's time counts. */
  readonly endsAfter: 'lease' | 'fill'
  /** The way of the revocation when Redis does not confirm the deletion. */
  readonly unconfirmed: 'wait' | 'answer'
}

/** The events that may happen, in addition to late messages. */
export interface Environment {
  /** Redis forgets everything: flushed, restarted or out of memory. */
  readonly flushes: boolean
  /** The wallet cannot reach Redis: its deletion is lost, or arrives after it was given up. */
  readonly cutsWallet: boolean
}

const LEASE = 2
const END_OF_TIME = 6

type Slot =
  | { readonly kind: 'empty' }
  | { readonly kind: 'lease'; readonly by: number; readonly ends: number }
  | { readonly kind: 'record'; readonly ends: number }

/** `asking`: may be without the right to store. `storing`: the wallet has said yes, and the record is on its way. */
type Filler =
  | { readonly at: 'start' | 'end' }
  | { readonly at: 'asking'; readonly leasedAt: number | null }
  | { readonly at: 'storing'; readonly leasedAt: number }

type Revoker =
  { readonly at: 'start' | 'answered' } | { readonly at: 'deleting' | 'waiting'; readonly committedAt: number }

export interface State {
  readonly time: number
  readonly isActive: boolean
  readonly slot: Slot
  readonly fillers: readonly Filler[]
  readonly revoker: Revoker
  /** A deletion that was given up and may still arrive. */
  readonly lateDeletion: boolean
  /** The outcome of the request that began after the revocation was answered. */
  readonly laterRequest: 'none' | 'let in' | 'refused'
}

export const START: State = {
  time: 0,
  isActive: true,
  slot: { kind: 'empty' },
  fillers: [{ at: 'start' }, { at: 'start' }],
  revoker: { at: 'start' },
  lateDeletion: false,
  laterRequest: 'none',
}

/** The claim: no request that begins after the revocation was answered is let in. */
export const breaksTheClaim = ({ laterRequest }: State): boolean => laterRequest === 'let in'

type Step = readonly [string, State]

const EMPTY: Slot = { kind: 'empty' }

/** Removes what has expired. */
function afterTick(state: State): State {
  const time = state.time + 1
  const isGone = state.slot.kind !== 'empty' && state.slot.ends <= time
  return { ...state, time, slot: isGone ? EMPTY : state.slot }
}

export function* stepsOf(design: Design, environment: Environment, state: State): Generator<Step> {
  if (state.time < END_OF_TIME) yield ['a tick passes', afterTick(state)]
  if (environment.flushes && state.slot.kind !== 'empty') yield ['Redis forgets', { ...state, slot: EMPTY }]
  if (state.lateDeletion) yield ['a late deletion arrives', { ...state, slot: EMPTY, lateDeletion: false }]
  for (const index of state.fillers.keys()) yield* fillerSteps(design, state, index)
  yield* revokerSteps(design, environment, state)
  if (state.revoker.at === 'answered' && state.laterRequest === 'none') yield laterRequest(state)
}

function* fillerSteps(design: Design, state: State, index: number): Generator<Step> {
  const filler = state.fillers[index]!
  const name = `request ${index + 1}`
  const become = (next: Filler, change: Partial<State> = {}): State => ({
    ...state,
    ...change,
    fillers: state.fillers.with(index, next),
  })
  switch (filler.at) {
    case 'start': {
      const found = state.slot
      if (found.kind === 'record') yield [`${name} finds the record`, become({ at: 'end' })]
      else if (design.lease === null) yield [`${name} finds nothing`, become({ at: 'asking', leasedAt: state.time })]
      else if (found.kind === 'lease') yield [`${name} finds a lease`, become({ at: 'asking', leasedAt: null })]
      else {
        const slot: Slot = { kind: 'lease', by: index, ends: state.time + LEASE }
        yield [`${name} takes a lease`, become({ at: 'asking', leasedAt: state.time }, { slot })]
      }
      return
    }
    case 'asking': {
      const isStored = state.isActive && filler.leasedAt !== null
      yield [
        `the wallet tells ${name} ${state.isActive ? 'yes' : 'no'}`,
        become(isStored ? { at: 'storing', leasedAt: filler.leasedAt } : { at: 'end' }),
      ]
      return
    }
    case 'storing': {
      yield [`the record of ${name} is lost`, become({ at: 'end' })]
      const found = state.slot
      const isAllowed = design.lease === null || (found.kind === 'lease' && found.by === index)
      const ends = (design.endsAfter === 'lease' ? filler.leasedAt : state.time) + LEASE
      yield [
        `the record of ${name} arrives`,
        become({ at: 'end' }, isAllowed && ends > state.time ? { slot: { kind: 'record', ends } } : {}),
      ]
      return
    }
    case 'end':
  }
}

function* revokerSteps(design: Design, environment: Environment, state: State): Generator<Step> {
  const { revoker } = state
  const answered: Revoker = { at: 'answered' }
  switch (revoker.at) {
    case 'start':
      yield ['the key is revoked', { ...state, isActive: false, revoker: { at: 'deleting', committedAt: state.time } }]
      return
    case 'deleting': {
      yield ['the deletion is confirmed', { ...state, slot: EMPTY, revoker: answered }]
      if (!environment.cutsWallet) return
      const next: Revoker = design.unconfirmed === 'wait' ? { ...revoker, at: 'waiting' } : answered
      yield ['the deletion is lost', { ...state, revoker: next }]
      yield ['the deletion is given up', { ...state, revoker: next, lateDeletion: true }]
      yield ['the deletion arrives, its confirmation does not', { ...state, slot: EMPTY, revoker: next }]
      return
    }
    case 'waiting':
      if (state.time >= revoker.committedAt + LEASE)
        yield ['the revocation is answered', { ...state, revoker: answered }]
      return
    case 'answered':
  }
}

const laterRequest = (state: State): Step =>
  state.slot.kind === 'record'
    ? ['a later request finds the record', { ...state, laterRequest: 'let in' }]
    : ['a later request asks the wallet', { ...state, laterRequest: 'refused' }]
