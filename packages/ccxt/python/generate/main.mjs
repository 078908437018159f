/**
 * Writes the Python class from the TypeScript of `../../src`, for ccxt's sync and async Python: `src/ats_ccxt/sync` and
 * `src/ats_ccxt/aio`, which git ignores. All but `platform/` is written in a dialect, as ccxt's own exchanges are: what
 * of TypeScript this does not know is an error here. What `platform/` does is in `src/ats_ccxt` by hand.
 */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { moduleName, snakeCase } from './names.mjs'
import { declarations } from './statements.mjs'

const HERE = import.meta.dirname
const SOURCES = join(HERE, '../../src')
const TARGET = join(HERE, '../src/ats_ccxt')

/** Files that only Python's async class has: its streams. */
const STREAMS = ['market-watch.ts', 'account-watch.ts']
const NOT_DIALECT = /^(?:platform\/|index\.ts|exchange\.ts)|\.test\.ts$/

const files = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts') && !NOT_DIALECT.test(name))
  .sort()
const sources = files.map((file) =>
  ts.createSourceFile(file, readFileSync(join(SOURCES, file), 'utf8'), ts.ScriptTarget.Latest, true),
)

/** Methods that are awaited: those of the dialect, and those that it calls of what is written by hand. */
const asyncMethods = new Set(['request', 'loadMarkets', 'marketNews', 'accountNews', 'followAccount'])
for (const source of sources)
  for (const { members = [] } of source.statements)
    for (const { name, modifiers } of members)
      if (modifiers?.some(({ kind }) => kind === ts.SyntaxKind.AsyncKeyword)) asyncMethods.add(name.text)

for (const [folder, isAsync] of [
  ['sync', false],
  ['aio', true],
]) {
  const target = join(TARGET, folder)
  rmSync(target, { recursive: true, force: true })
  mkdirSync(target, { recursive: true })
  writeFileSync(join(target, '__init__.py'), '')
  for (const source of sources.filter(({ fileName }) => isAsync || !STREAMS.includes(fileName)))
    writeFileSync(join(target, `${moduleName(source.fileName)}.py`), pythonOf(source, isAsync))
}

function pythonOf(source, isAsync) {
  const imports = source.statements.filter(ts.isImportDeclaration).flatMap(importedNames)
  const isFunction = (name) => /^[a-z]/.test(name)
  const own = source.statements.filter(ts.isFunctionDeclaration).map(({ name }) => name.text)
  const functions = new Set([...imports.map(({ name }) => name).filter(isFunction), ...own])
  const lines = declarations(source, { isAsync, functions, asyncMethods })
  const head = [
    `# Written by packages/ccxt/python/generate from src/${source.fileName}: change that.`,
    'import math',
    '',
    ...importLines(imports, isAsync),
    '',
  ]
  return `${[...head, ...lines].join('\n')}\n`
}

/** Names that are there at run time: types have the word `type` before them. */
function importedNames(node) {
  const { importClause, moduleSpecifier } = node
  if (importClause.phaseModifier === ts.SyntaxKind.TypeKeyword) return []
  return importClause.namedBindings.elements
    .filter(({ isTypeOnly }) => !isTypeOnly)
    .map(({ name }) => ({ name: name.text, from: moduleSpecifier.text }))
}

/** A line for each module, its names in order. */
function importLines(imports, isAsync) {
  const modules = new Map([['..platform', new Set(['at', 'is_number', 'to_number', 'to_text'])]])
  for (const { name, from } of imports) {
    const module = pythonModule(name, from, isAsync)
    modules.set(module, (modules.get(module) ?? new Set()).add(/^[a-z]/.test(name) ? snakeCase(name) : name))
  }
  return [...modules].sort().map(([module, names]) => `from ${module} import ${[...names].sort().join(', ')}`)
}

function pythonModule(name, from, isAsync) {
  if (name === 'Precise') return 'ccxt.base.precise'
  if (name === 'Runtime') return `..runtime_${isAsync ? 'async' : 'sync'}`
  if (from === 'ccxt') return 'ccxt.base.errors'
  return from.includes('platform/') ? '..platform' : `.${moduleName(from)}`
}
