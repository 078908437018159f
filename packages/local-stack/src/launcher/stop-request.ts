import { identifyProcess, isRunning, readCommandLine, readParentPid } from '../processes/process-identity.js'

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
      if (environment['npm_lifecycle_event'] !== undefined) watchNpm(request)
    }),
  }
}

// A kill -9 of npm alone would leave us running without a parent.
function watchNpm(request: () => void): void {
  const npm = identifyProcess(findNpm())
  const timer = setInterval(() => {
    if (npm !== undefined && isRunning(npm)) return
    clearInterval(timer)
    request()
  }, POLL_MS)
  timer.unref()
}

// npm starts a script through a shell, which stays in between or lets the script take its place.
function findNpm(): number {
  const isShell = /^\S*sh -c /.test(readCommandLine(process.ppid))
  return (isShell ? readParentPid(process.ppid) : undefined) ?? process.ppid
}
