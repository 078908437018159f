import { existsSync, mkdirSync, readdirSync, readFileSync, watch, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import ts from 'typescript'

const REPOSITORY = join(__dirname, '..', '..', '..', '..')
/** An editor writes a file in several steps; what is read before the last one may be empty. Milliseconds. */
const SETTLE_MS = 20

/**
 * Compiles each source of the packages and services to its place in dist when it is saved, without checking types: that
 * is what an editor and `npm run typecheck` are for. Says what it has compiled, and where a file cannot be read as
 * TypeScript, which then keeps its last version.
 */
export function compileOnSave(report: (line: string) => void): void {
  for (const folder of ['packages', 'services'])
    for (const name of readdirSync(join(REPOSITORY, folder))) {
      const root = join(REPOSITORY, folder, name)
      if (existsSync(join(root, 'src')) && existsSync(join(root, 'dist'))) watchSources(root, report)
    }
}

function watchSources(root: string, report: (line: string) => void): void {
  const waiting = new Map<string, NodeJS.Timeout>()
  watch(join(root, 'src'), { recursive: true }, (_event, file) => {
    if (file === null || !/(?<!\.d|\.test)\.ts$/.test(file)) return
    clearTimeout(waiting.get(file))
    waiting.set(
      file,
      setTimeout(() => {
        waiting.delete(file)
        compile(root, file, report)
      }, SETTLE_MS),
    )
  })
}

function compile(root: string, file: string, report: (line: string) => void): void {
  const source = join(root, 'src', file)
  if (!existsSync(source)) return
  const { outputText, sourceMapText, diagnostics = [] } = transpile(source)
  const [problem] = diagnostics
  if (problem !== undefined) {
    const { line } = problem.file?.getLineAndCharacterOfPosition(problem.start ?? 0) ?? { line: 0 }
    return report(`${source}:${line + 1}: ${ts.flattenDiagnosticMessageText(problem.messageText, ' ')}`)
  }
  const target = join(root, 'dist', file.replace(/\.ts$/, '.js'))
  if (existsSync(target) && readFileSync(target, 'utf8') === outputText) return
  mkdirSync(dirname(target), { recursive: true })
  writeFileSync(`${target}.map`, sourceMapText ?? '')
  writeFileSync(target, outputText)
  report(`Compiled ${source.slice(REPOSITORY.length + 1)}`)
}

const transpile = (source: string): ts.TranspileOutput =>
  ts.transpileModule(readFileSync(source, 'utf8'), {
    fileName: source,
    reportDiagnostics: true,
    compilerOptions: {
      target: ts.ScriptTarget.ES2023,
      module: ts.ModuleKind.NodeNext,
      moduleResolution: ts.ModuleResolutionKind.NodeNext,
      esModuleInterop: true,
      sourceMap: true,
    },
  })
