import type { Logger } from './logger.js'

/** Order of the end of a process: not ready → drain → hooks in reverse order of registration → exit. */
export interface Lifecycle {
  /** True from the first signal on; readiness must then be false. */
  readonly isStopping: () => boolean
  /** Registers what runs when the process is about to end, while it serves on for `drainMs`. Without one, no wait. */
  onDrain(begin: () => void): void
  /** Hooks run last registered first: register the pool before the server that uses it. */
  onStop(name: string, hook: () => Promise<void> | void): void
  /** Runs everything once; later calls wait for the same end. Resolves to false when a hook failed. */
  stop(): Promise<boolean>
  /**
   * SIGTERM and SIGINT stop and exit (0, or 1 when a hook failed or all of it took too long); a second one exits
   * immediately with 1.
   */
  handleSignals(process: SignalSource): void
}

/** The part of `process` that is needed, so that tests can send signals to something else. */
export interface SignalSource {
  on(signal: 'SIGTERM' | 'SIGINT', listener: () => void): unknown
  exit(code: number): void
}

export interface LifecycleOptions {
  readonly logger: Logger
  /** How long to keep serving after readiness went false, so that load balancers notice first. Default 0. */
  readonly drainMs?: number
  /** The latest end, draining included, also when a dependency hangs. Default 24,000 ms. */
  readonly stopWithinMs?: number
}

export function createLifecycle({ logger, drainMs = 0, stopWithinMs = 24_000 }: LifecycleOptions): Lifecycle {
  const hooks: { name: string; hook: () => Promise<void> | void }[] = []
  const drains: (() => void)[] = []
  let stopped: Promise<boolean> | undefined

  async function drain(): Promise<void> {
    drains.forEach((begin) => begin())
    if (drains.length > 0) await new Promise((resolve) => setTimeout(resolve, drainMs))
  }

  async function runHooks(): Promise<boolean> {
    await drain()
    let clean = true
    for (const { name, hook } of hooks.toReversed()) {
      try {
        await hook()
      } catch (error) {
        clean = false
        logger.error({ err: error, hook: name }, 'could not stop cleanly')
      }
    }
    return clean
  }

  const lifecycle: Lifecycle = {
    isStopping: () => stopped !== undefined,
    onDrain: (begin) => void drains.push(begin),
    onStop: (name, hook) => void hooks.push({ name, hook }),
    stop: () => (stopped ??= runHooks()),
    handleSignals(source) {
      const onSignal = () => {
        if (stopped !== undefined) return source.exit(1)
        logger.info('stopping')
        setTimeout(() => source.exit(1), stopWithinMs).unref()
        void lifecycle.stop().then((clean) => source.exit(clean ? 0 : 1))
      }
      source.on('SIGTERM', onSignal)
      source.on('SIGINT', onSignal)
    },
  }
  return lifecycle
}
