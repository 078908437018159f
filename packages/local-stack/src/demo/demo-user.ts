import { readFileSync } from 'node:fs'
import { writePrivateFile } from '../launcher/secrets.js'
import { callExpecting, callJson } from './http-json.js'

/** The data a newcomer needs for a first order. Kept, so that every start prints the same. */
export interface Demo {
  readonly key: string
  readonly secret: string
  readonly accountId: string
}

type Credentials = Pick<Demo, 'key' | 'secret'>

interface Addresses {
  readonly engineUrl: string
  readonly walletUrl: string
}

const USER = { 'X-User-Id': 'demo' }
const LABEL = 'npm start'
const PLAN = 'standard-100k'
const FINAL_STATES = ['TERMINATED', 'CLOSED']

/** The demo user's key, with every scope, and funded account: the earlier ones while they still work, else new ones. */
export async function ensureDemo(addresses: Addresses, file: string): Promise<Demo> {
  const kept = readDemo(file)
  const credentials =
    kept !== undefined && (await keyWorks(addresses, kept))
      ? { key: kept.key, secret: kept.secret }
      : await createKey(addresses)
  const demo = { ...credentials, accountId: await ensureAccount(addresses, credentials, kept?.accountId) }
  // With the addresses, so that `ats login --demo` needs nothing else.
  writePrivateFile(file, { ...demo, ...addresses, userId: USER['X-User-Id'] })
  return demo
}

export function credentialHeaders({ key, secret }: Credentials): Readonly<Record<string, string>> {
  return { 'X-API-Key': key, 'X-API-Secret': secret }
}

async function keyWorks({ engineUrl }: Addresses, credentials: Credentials): Promise<boolean> {
  const { status } = await callJson('GET', `${engineUrl}/v1/key`, credentialHeaders(credentials))
  return status === 200
}

// A lost key cannot be read again; it is revoked, so that such keys never use up the user's ten.
async function createKey({ walletUrl }: Addresses): Promise<Credentials> {
  const keysUrl = `${walletUrl}/api/api-keys`
  const keys = await callExpecting<readonly { id: string; label: string }[]>(200, 'GET', keysUrl, USER)
  for (const { id } of keys.filter(({ label }) => label === LABEL))
    await callExpecting(200, 'DELETE', `${keysUrl}/${id}`, USER)
  const permissions = ['READ_ONLY', 'TRADE', 'MANAGE_ORDERS']
  const { key, secret } = await callExpecting<Credentials>(201, 'POST', keysUrl, USER, { label: LABEL, permissions })
  return { key, secret }
}

interface Account {
  readonly id: string
  readonly plan_id: string
  readonly state: string
}

async function ensureAccount(
  { engineUrl }: Addresses,
  credentials: Credentials,
  keptId: string | undefined,
): Promise<string> {
  const url = `${engineUrl}/v1/accounts`
  const headers = credentialHeaders(credentials)
  const accounts = await callExpecting<readonly Account[]>(200, 'GET', url, headers)
  const live = accounts.filter(({ state }) => !FINAL_STATES.includes(state))
  const found = live.find(({ id }) => id === keptId) ?? live.find(({ plan_id }) => plan_id === PLAN)
  return found?.id ?? (await callExpecting<Account>(201, 'POST', url, headers, { plan_id: PLAN })).id
}

function readDemo(file: string): Demo | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Demo
  } catch {
    return undefined // the first start, or an unreadable file: a new demo user is made
  }
}
