const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** Aborts with the first Ctrl-C; `release` lets signals be again. */
export function abortOnInterrupt(): { readonly signal: AbortSignal; readonly release: () => void } {
  const controller = new AbortController()
  const stop = (): void => controller.abort()
  for (const signal of SIGNALS) process.on(signal, stop)
  return {
    signal: controller.signal,
    release: () => {
      for (const signal of SIGNALS) process.off(signal, stop)
    },
  }
}
