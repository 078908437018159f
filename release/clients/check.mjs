/**
 * Generates clients from the OpenAPI documents that `npm run build` last made, as their users would, with the tools of
 * TypeScript, Go and Python; they compile or import without a warning, and place an order at the stack of `npm start`:
 * `npm run check:clients`. What needs Go or Python is left out where there is none, unless NO_SKIPPED_TESTS is set.
 */
import { cpSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { goProgram, hasGo } from '../go-program.mjs'
import { run, writeDocuments } from './documents.mjs'
import { findPython, installPython } from './install-python.mjs'
import { startStack } from './stack.mjs'

const HERE = import.meta.dirname
const ROOT = join(HERE, '../..')
const OAPI_CODEGEN = 'github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@v2.8.2'

/** The types of the documents as they are, without what the SDK makes of them. */
function checkTypeScript(folder, files) {
  const modules = Object.entries(files).map(([name, path]) => {
    const module = join(folder, `${name}.ts`)
    const { stderr } = run(join(ROOT, 'node_modules/.bin/openapi-typescript'), [path, '--output', module])
    if (/warn/i.test(stderr)) throw new Error(`openapi-typescript: ${stderr}`)
    return module
  })
  run(join(ROOT, 'node_modules/.bin/tsc'), ['--noEmit', '--strict', '--ignoreConfig', ...modules], { cwd: folder })
  return 'TypeScript: openapi-typescript and tsc have no objection\n'
}

function checkGo(folder, files, addresses) {
  const generator = goProgram(OAPI_CODEGEN)
  const home = join(folder, 'go')
  cpSync(join(HERE, 'go'), home, { recursive: true })
  for (const [name, path] of Object.entries(files)) {
    mkdirSync(join(home, name))
    const words = ['-generate', 'types,client', '-package', name, '-o', join(home, name, 'client.go'), path]
    const { stdout, stderr } = run(generator, words)
    if (`${stdout}${stderr}` !== '') throw new Error(`oapi-codegen: ${stdout}${stderr}`)
  }
  const options = { cwd: home, env: { ...addresses, GOFLAGS: '-mod=readonly' } }
  run('go', ['vet', './...'], options)
  return run('go', ['run', '.'], options).stdout
}

function checkPython(folder, files, addresses) {
  const bin = installPython()
  const home = join(folder, 'python')
  cpSync(join(HERE, 'python'), home, { recursive: true })
  for (const [name, path] of Object.entries(files)) {
    const config = join(HERE, 'python/openapi-python-client.yaml')
    const client = ['generate', '--path', path, '--meta', 'none', '--output-path', join(home, `${name}_client`)]
    run(join(bin, 'openapi-python-client'), [...client, '--config', config, '--fail-on-warning'])
    const output = ['--output', join(home, `${name}_models.py`), '--output-model-type', 'pydantic_v2.BaseModel']
    const options = ['--collapse-root-models', '--target-python-version', '3.10', '--formatters', 'builtin']
    const input = ['--input', path, '--input-file-type', 'openapi']
    const { stderr } = run(join(bin, 'datamodel-codegen'), [...input, ...output, ...options])
    if (stderr !== '') throw new Error(`datamodel-codegen: ${stderr}`)
  }
  return run(join(bin, 'python'), ['-W', 'error', 'place_order.py'], { cwd: home, env: addresses }).stdout
}

/** Does what needs a program, or says that it is not there. */
async function withProgram(name, isThere, check) {
  if (isThere) return process.stdout.write(await check())
  process.stdout.write(`${name}: not installed, so its clients are not checked\n`)
  if (process.env.NO_SKIPPED_TESTS === 'true') process.exitCode = 1
}

const { folder, files } = writeDocuments()
const stack = await startStack()
try {
  const addresses = { ENGINE: stack.engine, WALLET: stack.wallet }
  process.stdout.write(checkTypeScript(folder, files))
  await withProgram('Go', hasGo(), () => checkGo(folder, files, addresses))
  await withProgram('Python', findPython() !== undefined, () => checkPython(folder, files, addresses))
} finally {
  await stack.stop()
  rmSync(folder, { recursive: true })
}
