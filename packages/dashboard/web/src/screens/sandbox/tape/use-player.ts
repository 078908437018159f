import type { Move } from '@ats/sdk/tape'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { moveMarket, releaseMarket } from '../../../api/sandbox.js'
import { text } from '../../../text/en/tape.js'
import { notify } from '../../../ui/notify.js'
import { createPlayer, type Player, type PlayerState } from './player.js'

const wait = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })

const isActive = ({ status }: PlayerState): boolean => status === 'playing' || status === 'paused'

const READY: PlayerState = {
  ...{ status: 'ready', positionMs: 0, lengthMs: 0, done: 0, count: 0 },
  ...{ latest: null, problem: null },
}
const never = (): (() => void) => () => undefined
const readReady = (): PlayerState => READY

interface LoadedPlayer {
  readonly state: PlayerState
  /** Null until the first tape is played. */
  readonly player: Player | null
  readonly start: (moves: readonly Move[]) => void
}

/** The player of the latest tape. Leaving the page stops it, and says so. */
export function usePlayer(priceOf: (symbol: string) => Promise<string>): LoadedPlayer {
  const [player, setPlayer] = useState<Player | null>(null)
  const state = useSyncExternalStore(player?.subscribe ?? never, player?.read ?? readReady)
  useEffect(
    () => () => {
      if (player === null || !isActive(player.read())) return
      void player.stop()
      void notify(text.left)
    },
    [player],
  )
  const active = isActive(state)
  useEffect(() => {
    if (!active || player === null) return undefined
    const ask = (event: BeforeUnloadEvent): void => event.preventDefault()
    const leave = (): void => void player.stop(true)
    window.addEventListener('beforeunload', ask)
    window.addEventListener('pagehide', leave)
    return () => {
      window.removeEventListener('beforeunload', ask)
      window.removeEventListener('pagehide', leave)
    }
  }, [player, active])
  const start = (moves: readonly Move[]): void => {
    const next = createPlayer(moves, {
      ...{ release: releaseMarket, priceOf, now: () => performance.now(), wait },
      move: ({ symbol, price, overMs }) => moveMarket(symbol, price, overMs),
    })
    setPlayer(next)
    void next.play()
  }
  return { player, state, start }
}
