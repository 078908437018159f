import { readFileSync } from 'node:fs'
import { createRequire, isBuiltin } from 'node:module'
import { compileFunction } from 'node:vm'
import Runtime from 'jest-runtime'

/** The part of jest's executor of modules that says in which realm they run. */
interface Executor {
  readonly injectedModuleParameters: string[]
  compile: (source: string, filename: string) => unknown
}

type Compiled = (this: unknown, ...parameters: unknown[]) => unknown

interface LoadedModule {
  readonly loaded: boolean
}

interface Registries {
  getActiveCjsRegistry(): Map<string, LoadedModule>
}

/**
 * Runs the modules of a test file in the realm of its worker, and loads what does not belong to the file once, not once
 * for each: packages and jest's own libraries from the worker's cache, and the sources of the services, which keep no
 * state of their own. So they are compiled, made fast and kept in memory once. Tests and what supports them are loaded
 * for each file.
 */
export default class OneRealmRuntime extends Runtime {
  private readonly mayKeep: boolean

  constructor(...options: ConstructorParameters<typeof Runtime>) {
    super(...options)
    const executor = Reflect.get(this, 'executor') as Executor
    const names = executor.injectedModuleParameters
    executor.compile = (source, filename) => {
      const compiled = compileFunction(source, names, { filename }) as Compiled
      return RUNNER.test(filename) ? withTestStorage(compiled, names.indexOf('require')) : compiled
    }
    const { watch, watchAll } = options[7]
    this.mayKeep = !watch && !watchAll && !replacesModules(options[6])
    if (this.mayKeep) {
      for (const [path, module] of kept.modules) modulesOf(this).set(path, module)
      for (const [path, map] of kept.sourceMaps) sourceMapsOf(this).set(path, map)
    }
    kept.runtime = this
  }

  override requireModuleOrMock<T>(from: string, moduleName: string): T {
    if (isPackage(moduleName)) return requireFrom(from)(moduleName) as T
    // A module that was kept may import more of itself when the file that loaded it has gone.
    if (kept.runtime !== this && IS_KEPT.test(from)) return kept.runtime.requireModuleOrMock(from, moduleName)
    return super.requireModuleOrMock(from, moduleName)
  }

  /** Loads jest's own modules once, but for the runner, which starts again with each file. */
  override requireInternalModule<T>(from: string, to?: string): T {
    if (to === undefined || !isPackage(to) || to.startsWith('jest-circus')) return super.requireInternalModule(from, to)
    return requireFrom(from)(to) as T
  }

  override teardown(): void {
    if (this.mayKeep) {
      for (const [path, module] of modulesOf(this))
        if (IS_KEPT.test(path) && module.loaded) kept.modules.set(path, module)
      for (const [path, map] of sourceMapsOf(this)) if (IS_KEPT.test(path)) kept.sourceMaps.set(path, map)
    }
    super.teardown()
  }
}

/** Modules that were loaded beside replaced ones are for this file alone. */
const replacesModules = (testFile: string): boolean => readFileSync(testFile, 'utf8').includes('jest.mock(')

const RUNNER = /\/jest-circus\/build\//

/** Gives the runner a storage of ours: Node's would be carried by every promise, timer and socket of a test. */
const withTestStorage = (compiled: Compiled, requireAt: number): Compiled =>
  function (...parameters) {
    const load = parameters[requireAt] as NodeJS.Require
    const ours = (name: string): unknown =>
      name === 'node:async_hooks' ? { AsyncLocalStorage: TestStorage } : load(name)
    return Reflect.apply(compiled, this, parameters.with(requireAt, Object.assign(ours, load)))
  }

/** An AsyncLocalStorage for tests that run one after another. */
class TestStorage {
  private store: unknown

  getStore(): unknown {
    return this.store
  }

  async run(store: unknown, callback: () => Promise<unknown>): Promise<unknown> {
    const before = this.store
    this.store = store
    try {
      return await callback()
    } finally {
      this.store = before
    }
  }
}

interface Kept {
  runtime: Runtime
  readonly modules: Map<string, LoadedModule>
  readonly sourceMaps: Map<string, string>
}

const kept = { modules: new Map(), sourceMaps: new Map() } as unknown as Kept

const IS_KEPT = /\/(packages|services)\/[^/]+\/src\/(?!.*\.test\.ts$)/

function modulesOf(runtime: Runtime): Map<string, LoadedModule> {
  return (Reflect.get(runtime, 'registries') as Registries).getActiveCjsRegistry()
}

/** The one that jest looks into when something has failed. */
const sourceMapsOf = (runtime: Runtime): Map<string, string> => runtime.getSourceMaps() as Map<string, string>

const OURS = /^[./]|^@ats\/|^@jest\/globals$/
const isPackage = (moduleName: string): boolean => !OURS.test(moduleName) && !isBuiltin(moduleName)

const requires = new Map<string, NodeJS.Require>()

function requireFrom(file: string): NodeJS.Require {
  const known = requires.get(file) ?? createRequire(file)
  requires.set(file, known)
  return known
}
