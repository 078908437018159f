import { ENGINE_WHOLE_NUMBERS } from '@ats/sdk/numbers/engine-whole-numbers'
import { quoteDecimals } from '@ats/sdk/numbers/read-json'
import { WHOLE_NUMBERS as LAB_WHOLE_NUMBERS } from '@ats/sdk/generated/lab'
import type { EnginePaths, LabPaths, WalletPaths } from '@ats/sdk/types'
import createClient, { createQuerySerializer, type Client } from 'openapi-fetch'
import { WHOLE_NUMBERS, type paths as OperatorPaths } from './generated/operator.js'
import { send } from './send.js'

const serialize = createQuerySerializer<Record<string, unknown>>({ array: { style: 'form', explode: false } })

/** Asks for decimals as text. */
const querySerializer = (query: Record<string, unknown>): string => serialize({ ...query, decimals: 'string' })

/** Makes text of the decimals that came as JSON numbers all the same, as in events: money never becomes a float. */
const quoting =
  (wholeNumbers: ReadonlySet<string>) =>
  async (request: Request): Promise<Response> => {
    const response = await send(request)
    if (!(response.headers.get('content-type') ?? '').startsWith('application/json')) return response
    const text = quoteDecimals(await response.text(), wholeNumbers)
    return new Response(text, { status: response.status, headers: response.headers })
  }

const sendToEngine = quoting(ENGINE_WHOLE_NUMBERS)

const { origin } = window.location

export const engine: Client<EnginePaths> = createClient({
  baseUrl: `${origin}/api/engine`,
  querySerializer,
  fetch: sendToEngine,
})
/** Its paths begin with `/operator`. */
export const operator: Client<OperatorPaths> = createClient({
  baseUrl: `${origin}/api`,
  querySerializer,
  fetch: quoting(new Set(WHOLE_NUMBERS)),
})

/** Reads what accounts of runs have come to. */
export const labResults: Client<LabPaths> = createClient({
  baseUrl: `${origin}/api/lab`,
  fetch: quoting(new Set(LAB_WHOLE_NUMBERS)),
})

/** The paths by which an operator reads an account are those of its trader under another beginning. */
const sendAsOperator = (request: Request): Promise<Response> =>
  sendToEngine(new Request(request.url.replace('/v1/account/', '/operator/v1/accounts/'), { signal: request.signal }))

/** Reads of any account as its trader has them. */
export const operatedAccounts: Client<EnginePaths> = createClient({
  baseUrl: `${origin}/api`,
  querySerializer,
  fetch: sendAsOperator,
})

export const wallet: Client<WalletPaths> = createClient({ baseUrl: `${origin}/api/wallet`, fetch: send })

/** The body of a success; the client has thrown for all else. */
export async function bodyOf<T>(answer: Promise<{ readonly data?: T }>): Promise<T> {
  const { data } = await answer
  return data as T
}
