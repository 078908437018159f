/** Reads what has become of the accounts of a run by its own API, as any trader would. */
import type { RunKey } from './run-wallet.js'

/** The reads of an account that are kept of it, each under its name. */
const READS = {
  account: '',
  summary: '/summary',
  objectives: '/objectives',
  equity: '/equity',
  breaches: '/breaches?limit=100',
  orders: '/orders?status=all&limit=200',
} as const

/** A list of them as JSON, the newest account first: its text, for numbers in it have more digits than a double. */
export async function readRunResult(port: number, { key, secret }: RunKey): Promise<string> {
  const read = async (path: string): Promise<string> => {
    const response = await fetch(`http://127.0.0.1:${port}/v1${path}`, {
      headers: { 'X-API-Key': key, 'X-API-Secret': secret },
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`the run could not read ${path}: ${response.status} ${text}`)
    return text
  }
  const accounts: string[] = []
  for (const { id } of JSON.parse(await read('/accounts')) as readonly { readonly id: string }[]) {
    const parts: string[] = []
    for (const [name, path] of Object.entries(READS)) parts.push(`"${name}":${await read(`/account/${id}${path}`)}`)
    accounts.push(`{${parts.join(',')}}`)
  }
  return `[${accounts.join(',')}]`
}
