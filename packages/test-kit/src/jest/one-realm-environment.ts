import type { EnvironmentContext, JestEnvironment, JestEnvironmentConfig } from '@jest/environment'
import { ModernFakeTimers } from '@jest/fake-timers'
import { ModuleMocker } from 'jest-mock'

// A worker that comes here has nothing open any more. What is left is to free a large heap, for which a busy machine
// takes longer than jest waits before it says that the worker did not exit gracefully.
if (process.argv[1]?.includes('jest-worker') === true) process.once('exit', () => process.kill(process.pid, 'SIGKILL'))

// Before anything is remembered, so that it stays.
globalThis.responseContracts = new Map()

/**
 * Runs a test file in the realm of its worker, not in one of its own. So the packages it needs are loaded once for all
 * files of the worker (see one-realm-runtime.ts), and `instanceof` means in tests what it means in production. What a
 * file leaves on the globals, in the environment and among the listeners of the process goes with it.
 */
export default class OneRealmEnvironment implements JestEnvironment<unknown> {
  readonly global = globalThis as unknown as JestEnvironment['global']
  readonly fakeTimers = null
  readonly fakeTimersModern: ModernFakeTimers
  readonly moduleMocker = new ModuleMocker(globalThis)
  private readonly restore = [rememberGlobals(), rememberEnvironment(), rememberExit()]
  private readonly removeListeners = rememberListeners()

  constructor({ projectConfig }: JestEnvironmentConfig, _context: EnvironmentContext) {
    this.fakeTimersModern = new ModernFakeTimers({ config: projectConfig, global: globalThis })
  }

  setup(): Promise<void> {
    return Promise.resolve()
  }

  teardown(): Promise<void> {
    this.fakeTimersModern.dispose()
    this.removeListeners()
    for (const restore of this.restore) restore()
    return Promise.resolve()
  }

  exportConditions(): string[] {
    return ['node', 'node-addons']
  }

  getVmContext(): null {
    return null
  }
}

type Restore = () => void

function rememberGlobals(): Restore {
  const before = Object.getOwnPropertyDescriptors(globalThis) as Record<PropertyKey, PropertyDescriptor>
  return () => {
    for (const name of Reflect.ownKeys(globalThis)) {
      const previous = before[name]
      if (previous === undefined) Reflect.deleteProperty(globalThis, name)
      else if (
        'value' in previous &&
        previous.configurable === true &&
        Reflect.get(globalThis, name) !== previous.value
      )
        Object.defineProperty(globalThis, name, previous)
    }
  }
}

/** jest puts one of its own in its place. */
function rememberExit(): Restore {
  const before = Object.getOwnPropertyDescriptor(process, 'exit')
  return () => void (before && Object.defineProperty(process, 'exit', before))
}

function rememberEnvironment(): Restore {
  const before = { ...process.env }
  return () => {
    for (const name of Object.keys(process.env)) if (before[name] === undefined) delete process.env[name]
    Object.assign(process.env, before)
  }
}

/** Also of handlers of signals, which would keep the next file from ending. */
function rememberListeners(): Restore {
  const before = new Map(process.eventNames().map((name) => [name, process.rawListeners(name)]))
  return () => {
    for (const name of process.eventNames()) {
      for (const listener of process.rawListeners(name)) {
        if (before.get(name)?.includes(listener) !== true) process.off(name, listener as () => void)
      }
    }
  }
}
