/** The first program of each page about the client runs as it stands, but for the address. */
import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { startEngine, type TestEngine } from '../../../services/trading-engine/test/support/engine/engine.js'

const ROOT = join(__dirname, '../../..')
const run = promisify(execFile)

let engine: TestEngine
let folder: string
beforeAll(async () => {
  engine = await startEngine()
  // Below the root, where programs find the packages of the workspace as they were built.
  folder = mkdtempSync(join(ROOT, 'release/out-'))
})
afterAll(async () => {
  rmSync(folder, { recursive: true })
  await engine.close()
})

test.each([
  ['packages/sdk/README.md', /^FILLED near [\d.]+ for [\d.]+\n$/],
  ['docs/CLIENTS.md', /^[\d.]+\n$/],
])('%s', async (page, expected) => {
  const { accountId, key } = await engine.trader()
  const [, program] = /```(?:js|ts)\n([^]*?)```/.exec(readFileSync(join(ROOT, page), 'utf8')) ?? []
  if (program?.includes('http://127.0.0.1:4000') !== true) throw new Error('the program has no address')
  const file = join(folder, 'program.mjs')
  writeFileSync(file, program.replace('http://127.0.0.1:4000', engine.baseUrl))
  const env = { PATH: process.env['PATH'], KEY: key.key, SECRET: key.secret, ACCOUNT: accountId }
  expect((await run(process.execPath, [file], { env })).stdout).toMatch(expected)
})
