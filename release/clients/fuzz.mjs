import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { run } from './documents.mjs'

const CONFIG = join(import.meta.dirname, 'python/schemathesis.toml')
const OPTIONS = ['--phases', 'examples,coverage,fuzzing', '--max-examples', '25', '--continue-on-failure', '--no-color']

/** A key with all scopes, and an account. */
async function openAccount({ ENGINE, WALLET }) {
  const json = async (url, headers, body) => {
    const init = {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }
    return (await fetch(url, init)).json()
  }
  const permissions = ['READ_ONLY', 'TRADE', 'MANAGE_ORDERS']
  const { key, secret } = await json(
    `${WALLET}/api/api-keys`,
    { 'x-user-id': randomUUID() },
    { label: 'fuzz', permissions },
  )
  const headers = { 'x-api-key': key, 'x-api-secret': secret }
  const { id } = await json(`${ENGINE}/v1/accounts`, headers, { plan_id: 'standard-100k' })
  return { auth: `${key}:${secret}`, id }
}

/**
 * Sends what the documents allow, and what they do not, to every operation of both services; streams are left out, as
 * they never end. Fails when a response is 5xx, not documented or not as documented, when something that is not
 * allowed is accepted, and when an operation asks for no credentials that it says it needs.
 */
export async function fuzz(bin, folder, addresses) {
  const { auth, id } = await openAccount(addresses)
  const said = [
    ['engine', addresses.ENGINE, ['--auth', auth, '--exclude-path-regex', 'stream$']],
    ['wallet', addresses.WALLET, ['--header', 'X-User-Id: fuzz-wallet']],
  ].map(([name, url, options]) => {
    const words = ['--config-file', CONFIG, 'run', `${url}/openapi.json`, ...options, ...OPTIONS]
    const { stdout } = run(join(bin, 'schemathesis'), words, { cwd: folder, env: { ACCOUNT: id } })
    return `schemathesis, ${name}: ${/(\d+) generated/.exec(stdout)?.[1]} cases, nothing found\n`
  })
  return said.join('')
}
