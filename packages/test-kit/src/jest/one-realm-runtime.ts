import { createRequire, isBuiltin } from 'node:module'
import { compileFunction } from 'node:vm'
import Runtime from 'jest-runtime'

/** The part of jest's executor of modules that says in which realm they run. */
interface Executor {
  readonly injectedModuleParameters: string[]
  compile: (source: string, filename: string) => unknown
}

/**
 * Runs the modules of a test file in the realm of its worker, and takes packages from the worker's own cache: loaded, compiled and
 * made fast once, not once for each file. What is ours is loaded anew for each file, so its state stays with the file.
 */
export default class OneRealmRuntime extends Runtime {
  constructor(...options: ConstructorParameters<typeof Runtime>) {
    super(...options)
    const executor = Reflect.get(this, 'executor') as Executor
    executor.compile = (source, filename) => compileFunction(source, executor.injectedModuleParameters, { filename })
  }

  override requireModuleOrMock<T>(from: string, moduleName: string): T {
    return isPackage(moduleName) ? (requireFrom(from)(moduleName) as T) : super.requireModuleOrMock(from, moduleName)
  }
}

const OURS = /^[./]|^@ats\/|^@jest\/globals$/
const isPackage = (moduleName: string): boolean => !OURS.test(moduleName) && !isBuiltin(moduleName)

const requires = new Map<string, NodeJS.Require>()

function requireFrom(file: string): NodeJS.Require {
  const known = requires.get(file) ?? createRequire(file)
  requires.set(file, known)
  return known
}
