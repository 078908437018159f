import { join } from 'node:path'
import ts from 'typescript'
import type { Manifest } from './manifests.js'

/**
 * Type errors of manifests: unknown fields, wrong values, missing ones. The TypeScript compiler finds them: each
 * manifest becomes an object literal in a source file in memory.
 */
export function checkTypes(manifests: readonly Manifest[]): readonly string[] {
  const fileName = join(__dirname, 'rendered-manifests.ts')
  const source = manifests
    .map((manifest, index) => `export const m${index}: ${typeOf(manifest)} = ${JSON.stringify(manifest, null, 1)}`)
    .join('\n')
  const options: ts.CompilerOptions = {
    module: ts.ModuleKind.NodeNext,
    target: ts.ScriptTarget.ES2022,
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    types: [],
  }
  const host = ts.createCompilerHost(options)
  const read = host.getSourceFile.bind(host)
  host.getSourceFile = (name, ...rest) =>
    name === fileName ? ts.createSourceFile(name, source, ts.ScriptTarget.ES2022) : read(name, ...rest)
  const program = ts.createProgram([fileName], options, host)
  return ts.getPreEmitDiagnostics(program).map(({ messageText, file, start = 0 }) => {
    const message = ts.flattenDiagnosticMessageText(messageText, '\n')
    return `${message} at ${file?.text.slice(start, start + 40).split('\n')[0] ?? ''}`
  })
}

const CUSTOM = ['postgresql.cnpg.io/v1', 'monitoring.coreos.com/v1']

function typeOf({ apiVersion, kind }: Manifest): string {
  if (CUSTOM.includes(apiVersion)) return `import('./custom-resources.js').${kind}`
  const [group = '', version] = apiVersion.split('/')
  const path = version === undefined ? `core/${group}` : `${group.replace('.k8s.io', '')}/${version}`
  return `import('kubernetes-types/${path}.js').${kind}`
}
