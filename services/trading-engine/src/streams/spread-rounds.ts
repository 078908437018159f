/** Newest values whose rounds begin one after the other: each owner's come in one of several, evenly over the time. */
import type { EventStream } from '@ats/service-kit/http'
import type { NewestValues, Topic } from './newest-values.js'

export interface SpreadRounds {
  /** As of newest values; what is followed for the same owner comes in the same round. */
  readonly follow: (owner: string, name: string, make: () => Topic, stream: EventStream) => void
  readonly start: () => void
  readonly stop: () => Promise<void>
}

export interface SpreadRoundsOptions {
  readonly everyMs: number
  /** How many rounds there are in that time. */
  readonly rounds: number
  readonly create: (timing: { readonly everyMs: number; readonly firstAfterMs: number }) => NewestValues
}

export function spreadRounds({ everyMs, rounds, create }: SpreadRoundsOptions): SpreadRounds {
  const all = Array.from({ length: rounds }, (_, place) =>
    create({ everyMs, firstAfterMs: everyMs + (everyMs * place) / rounds }),
  )
  return {
    follow: (owner, ...followed) => all[roundOf(owner) % rounds]?.follow(...followed),
    start: () => all.forEach((one) => one.start()),
    stop: async () => void (await Promise.all(all.map((one) => one.stop()))),
  }
}

const roundOf = (owner: string): number =>
  [...owner].reduce((hash, character) => (Math.imul(hash, 31) + (character.codePointAt(0) ?? 0)) >>> 0, 0)
