import { DependencyError, RequestError } from '@ats/service-kit/process'

/** Counts what is under way of each session and of all, within limits. */
export interface InFlightCounter {
  /** Takes a place; call what it returns once it is free again. @throws RequestError, DependencyError */
  take(session: string): () => void
  readonly size: () => number
}

export interface InFlightLimits {
  readonly ofSession: number
  readonly ofAll: number
  /** The noun for what is counted, for the message to the user. */
  readonly counted: string
}

export function createInFlightCounter({ ofSession, ofAll, counted }: InFlightLimits): InFlightCounter {
  const counts = new Map<string, number>()
  let all = 0
  return {
    size: () => all,
    take(session) {
      const count = counts.get(session) ?? 0
      if (count >= ofSession)
        throw new RequestError('rate_limited', `more than ${ofSession} ${counted} of one session at a time`, {}, RETRY)
      if (all >= ofAll) throw new DependencyError('capacity', `more than ${ofAll} ${counted} at a time`)
      counts.set(session, count + 1)
      all += 1
      let isTaken = true
      return () => {
        if (!isTaken) return
        isTaken = false
        all -= 1
        const left = (counts.get(session) ?? 1) - 1
        if (left === 0) counts.delete(session)
        else counts.set(session, left)
      }
    },
  }
}

const RETRY = { 'Retry-After': '1' }
