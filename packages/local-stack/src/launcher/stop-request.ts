const POLL_MS = 1_000
const REPEAT_MS = 1_000

export interface StopRequest {
  /** Resolves at the first Ctrl-C, SIGTERM, closed terminal, or when the npm that runs us is gone. */
  readonly requested: Promise<'stop'>
}

/** `onRepeat` is called when the request comes again: the person does not want to wait. */
export function watchForStop(environment: Readonly<Record<string, string>>, onRepeat: () => void): StopRequest {
  return {
    requested: new Promise((resolve) => {
      let firstAt: number | undefined
      const request = () => {
        // npm passes a Ctrl-C on although the terminal sent it to us as well: two within a moment are one.
        if (firstAt !== undefined && performance.now() - firstAt > REPEAT_MS) onRepeat()
        firstAt ??= performance.now()
        resolve('stop')
      }
      for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, request)
      if (environment['npm_lifecycle_event'] !== undefined) watchParent(request)
    }),
  }
}

// A kill -9 of npm alone would leave us running with nobody to stop us.
function watchParent(request: () => void): void {
  const parent = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    request()
  }, POLL_MS)
  timer.unref()
}
