/** A value of a stream, and when it came: milliseconds since the epoch. */
export interface LiveValue<T = unknown> {
  readonly value: T
  readonly at: number
}

export interface LiveStore {
  readonly set: (key: string, live: LiveValue) => void
  readonly get: (key: string) => LiveValue | undefined
  readonly entries: () => readonly (readonly [string, LiveValue])[]
  readonly subscribe: (key: string, listener: () => void) => () => void
  /** Tells the keys that have changed, once a frame. */
  readonly subscribeAll: (listener: (keys: readonly string[]) => void) => () => void
}

/**
 * The newest value of each key. However many come, those who listen are told once a frame: `schedule` runs its callback
 * when the browser draws the next one.
 */
export function createLiveStore(schedule: (flush: () => void) => void): LiveStore {
  const values = new Map<string, LiveValue>()
  const listeners = new Map<string, Set<() => void>>()
  const listenersOfAll = new Set<(keys: readonly string[]) => void>()
  const changed = new Set<string>()

  const flush = (): void => {
    const keys = [...changed]
    changed.clear()
    for (const key of keys) for (const listener of listeners.get(key) ?? []) listener()
    for (const listener of listenersOfAll) listener(keys)
  }
  return {
    set(key, live) {
      const before = values.get(key)
      if (before !== undefined && before.at > live.at) return
      values.set(key, live)
      if (changed.size === 0) schedule(flush)
      changed.add(key)
    },
    get: (key) => values.get(key),
    entries: () => [...values],
    subscribe(key, listener) {
      const own = listeners.get(key) ?? new Set()
      listeners.set(key, own.add(listener))
      return () => {
        own.delete(listener)
        if (own.size === 0 && listeners.get(key) === own) listeners.delete(key)
      }
    },
    subscribeAll(listener) {
      listenersOfAll.add(listener)
      return () => listenersOfAll.delete(listener)
    },
  }
}

/** Schedules for the next frame; in a hidden tab, which draws none, for a second later. */
export function onNextFrame(flush: () => void): void {
  if (document.visibilityState === 'visible') requestAnimationFrame(flush)
  else setTimeout(flush, 1000)
}
