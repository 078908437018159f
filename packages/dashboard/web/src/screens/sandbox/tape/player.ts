import { lengthOf, type Move } from '@ats/sdk/tape'

export interface PlayerState {
  readonly status: 'ready' | 'playing' | 'paused' | 'ended'
  /** Milliseconds of the tape that are played. */
  readonly positionMs: number
  readonly lengthMs: number
  /** Moves that were sent, or left out because they were late. */
  readonly done: number
  readonly count: number
  readonly latest: Move | null
  /** The failure that made it pause. */
  readonly problem: Error | null
}

export interface PlayerTerms {
  readonly move: (move: Pick<Move, 'symbol' | 'price' | 'overMs'>) => Promise<unknown>
  /** The market returns to its feed. `isLeaving`: the page may be gone before the response. */
  readonly release: (symbol: string, isLeaving: boolean) => Promise<unknown>
  readonly priceOf: (symbol: string) => Promise<string>
  readonly now: () => number
  /** Resolves after a time, or when the signal is aborted. */
  readonly wait: (ms: number, signal: AbortSignal) => Promise<void>
}

export interface Player {
  readonly subscribe: (listener: () => void) => () => void
  readonly read: () => PlayerState
  /** From the beginning, or from where it paused. */
  readonly play: () => Promise<void>
  /** Holds the markets where they are. */
  readonly pause: () => Promise<void>
  /** Returns the markets to their feeds. */
  readonly stop: (isLeaving?: boolean) => Promise<void>
}

const PROGRESS_EVERY_MS = 250

/** Keeps the moves of the newest time of each symbol: a tape begins with two, a jump to its price and a walk. */
const withoutLate = (due: readonly Move[]): readonly Move[] =>
  due.filter(({ symbol, afterMs }) => !due.some((later) => later.symbol === symbol && later.afterMs > afterMs))

/** Moves markets along a tape. Of moves that are late the newest of each symbol counts. */
export function createPlayer(moves: readonly Move[], terms: PlayerTerms): Player {
  const listeners = new Set<() => void>()
  const symbols = [...new Set(moves.map(({ symbol }) => symbol))]
  const begun: PlayerState = {
    ...{ status: 'ready', positionMs: 0, lengthMs: lengthOf(moves), done: 0, count: moves.length },
    ...{ latest: null, problem: null },
  }
  let state = begun
  let run: AbortController | null = null
  let startedAt = 0
  let sending: Promise<unknown> = Promise.resolve()
  const send = (move: Parameters<PlayerTerms['move']>[0]): Promise<unknown> => (sending = terms.move(move))
  /** A move that is on its way must not arrive after what is sent next. */
  const sent = (): Promise<unknown> => sending.catch(() => undefined)
  const change = (part: Partial<PlayerState>): void => {
    state = { ...state, ...part }
    for (const listener of listeners) listener()
  }

  const keepTime = (): void => change({ positionMs: Math.min(state.lengthMs, terms.now() - startedAt) })

  /** Walks that a position is in the middle of. */
  const walking = (): readonly Move[] =>
    symbols.flatMap((symbol) => {
      const latest = moves.slice(0, state.done).findLast((move) => move.symbol === symbol)
      return latest !== undefined && latest.afterMs + latest.overMs > state.positionMs ? [latest] : []
    })

  async function goOn(signal: AbortSignal): Promise<void> {
    while (state.positionMs < state.lengthMs || state.done < moves.length) {
      const due = moves.slice(state.done).filter(({ afterMs }) => afterMs <= state.positionMs)
      const newest = withoutLate(due)
      for (const move of newest) {
        await send(move)
        if (signal.aborted) return
      }
      if (due.length > 0) change({ done: state.done + due.length, latest: newest.at(-1) ?? null })
      const next = moves[state.done]?.afterMs ?? state.lengthMs
      await terms.wait(Math.max(0, Math.min(PROGRESS_EVERY_MS, next - state.positionMs)), signal)
      if (signal.aborted) return
      keepTime()
    }
    change({ status: 'ended' })
  }

  async function play(): Promise<void> {
    if (state.status === 'playing') return
    const isResumed = state.status === 'paused'
    const own = new AbortController()
    run = own
    change(isResumed ? { status: 'playing', problem: null } : { ...begun, status: 'playing' })
    startedAt = terms.now() - state.positionMs
    try {
      if (isResumed)
        for (const { symbol, price, afterMs, overMs } of walking())
          await send({ symbol, price, overMs: Math.round(afterMs + overMs - state.positionMs) })
      if (own.signal.aborted) return
      await goOn(own.signal)
      if (!own.signal.aborted) await Promise.all(symbols.map((symbol) => terms.release(symbol, false)))
    } catch (error) {
      if (own.signal.aborted) return
      own.abort()
      change({ status: 'paused', problem: error as Error })
    }
  }

  async function pause(): Promise<void> {
    if (state.status !== 'playing') return
    run?.abort()
    keepTime()
    change({ status: 'paused' })
    try {
      await sent()
      for (const { symbol } of walking()) await send({ symbol, price: await terms.priceOf(symbol), overMs: 0 })
    } catch (error) {
      change({ problem: error as Error })
    }
  }

  async function stop(isLeaving = false): Promise<void> {
    run?.abort()
    const hasMoved = state.status === 'playing' || state.status === 'paused'
    change(begun)
    if (!hasMoved) return
    try {
      if (!isLeaving) await sent()
      await Promise.all(symbols.map((symbol) => terms.release(symbol, isLeaving)))
    } catch (error) {
      change({ problem: error as Error })
    }
  }

  return {
    subscribe: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    read: () => state,
    play,
    pause,
    stop,
  }
}
