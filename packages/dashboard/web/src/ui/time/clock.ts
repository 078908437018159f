import { useSyncExternalStore } from 'react'

/** One timer for all that shows an age or a countdown; it rests while nothing does. */
function createClock(periodMs: number) {
  const listeners = new Set<() => void>()
  let now = Date.now()
  let timer: ReturnType<typeof setInterval> | undefined
  const tick = (): void => {
    now = Date.now()
    for (const listener of listeners) listener()
  }
  return {
    subscribe: (listener: () => void): (() => void) => {
      listeners.add(listener)
      timer ??= setInterval(tick, periodMs)
      return () => {
        listeners.delete(listener)
        if (listeners.size > 0) return
        clearInterval(timer)
        timer = undefined
      }
    },
    read: (): number => {
      if (timer === undefined && Date.now() - now >= periodMs) now = Date.now()
      return now
    },
  }
}

const seconds = createClock(1000)

/** The time in milliseconds, which moves on once a second. */
export const useNow = (): number => useSyncExternalStore(seconds.subscribe, seconds.read)
