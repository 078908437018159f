/**
 * Sends what the OpenAPI documents allow, and what they do not, to every operation of both services, alone and in
 * sequences in which one response is used in the next request: `npm run check:schemathesis`. Fails when a response is
 * 5xx, not documented or not as documented, when something that is not allowed is accepted, and when an operation asks
 * for no credentials that it says it needs; what is not checked is in python/schemathesis.toml, with the reason. Streams
 * are left out, as they never end. `-- --seed 7` repeats a run, `-- --examples 100` sends more.
 */
import { spawn } from 'node:child_process'
import { randomInt, randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { findPython, installPython } from './install-python.mjs'
import { startStack } from './stack.mjs'

const CONFIG = join(import.meta.dirname, 'python/schemathesis.toml')
const PHASES = ['--phases', 'examples,coverage,fuzzing,stateful', '--mode', 'all', '--continue-on-failure']

const { values } = parseArgs({ options: { seed: { type: 'string' }, examples: { type: 'string', default: '25' } } })
const seed = values.seed ?? process.env.FAST_CHECK_SEED ?? String(randomInt(2 ** 31))

/** A key with all scopes, and an account. */
async function openAccount({ engine, wallet }) {
  const json = async (url, headers, body) => {
    const init = {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }
    return (await fetch(url, init)).json()
  }
  const permissions = ['READ_ONLY', 'TRADE', 'MANAGE_ORDERS']
  const user = { 'x-user-id': randomUUID() }
  const { key, secret } = await json(`${wallet}/api/api-keys`, user, { label: 'schemathesis', permissions })
  const headers = { 'x-api-key': key, 'x-api-secret': secret }
  const { id } = await json(`${engine}/v1/accounts`, headers, { plan_id: 'standard-100k' })
  return { auth: `${key}:${secret}`, id }
}

/** Whether it found nothing. */
function check(bin, folder, { name, url, options, account }) {
  process.stdout.write(`\n== schemathesis, ${name}, seed ${seed}\n`)
  const sent = ['--seed', seed, '--max-examples', values.examples, '--no-color', ...PHASES]
  const words = ['--config-file', CONFIG, 'run', `${url}/openapi.json`, ...options, ...sent]
  const child = spawn(join(bin, 'schemathesis'), words, {
    cwd: folder,
    env: { ...process.env, ACCOUNT: account },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code) => resolve(code === 0))
  })
}

if (findPython() === undefined) {
  process.stdout.write('Python: not installed, so nothing is sent\n')
  if (process.env.NO_SKIPPED_TESTS === 'true') process.exitCode = 1
} else {
  const bin = installPython()
  const folder = mkdtempSync(join(tmpdir(), 'schemathesis-'))
  const stack = await startStack()
  try {
    const { auth, id } = await openAccount(stack)
    const services = [
      { name: 'engine', url: stack.engine, options: ['--auth', auth, '--exclude-path-regex', 'stream$'] },
      { name: 'wallet', url: stack.wallet, options: ['--header', 'X-User-Id: schemathesis'] },
    ]
    for (const service of services) if (!(await check(bin, folder, { ...service, account: id }))) process.exitCode = 1
  } finally {
    await stack.stop()
    rmSync(folder, { recursive: true })
  }
}
