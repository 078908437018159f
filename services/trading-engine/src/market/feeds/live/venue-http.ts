/** Asks a venue's public interface, at its hosts in turn: bounded in time and size, and never led elsewhere. */
import { Agent } from 'node:https'
import type { SecureContext } from 'node:tls'
import axios, { isAxiosError } from 'axios'
import { abortAfter } from '@ats/service-kit/async'
import { parseRetryAfter } from '@ats/service-kit/http'
import type { Micros } from '../../../core/values/time.js'

export interface VenueHttpOptions {
  /** Without a path; the first is preferred, the others are asked when one before them has failed. At least one. */
  readonly hosts: readonly string[]
  readonly timeoutMs: number
  readonly now: () => Micros
  /** Default: the usual authorities. */
  readonly secureContext?: SecureContext | undefined
}

export interface VenueAnswer {
  readonly body: unknown
  readonly host: string
  readonly askedAt: Micros
  readonly arrivedAt: Micros
  /** The `Date` header, which is of whole seconds; null where there is none. */
  readonly serverTime: Micros | null
}

/** The venue's clock minus ours; null where it is unknown. A header of whole seconds is half a second late. */
export const clockSkewMs = ({ serverTime, askedAt, arrivedAt }: Omit<VenueAnswer, 'body' | 'host'>): number | null =>
  serverTime === null ? null : (serverTime + HALF_SECOND_MICROS - (askedAt + arrivedAt) / 2) / 1000

const HALF_SECOND_MICROS = 500_000

/** No host has answered with JSON. The message says why, by host; it never holds a body. */
export class VenueError extends Error {
  override readonly name = 'VenueError'

  constructor(
    readonly problems: readonly string[],
    /** As the venue wishes with 429 or 503; 0: it does not say. */
    readonly retryAfterMs: number,
  ) {
    super(problems.join('; '))
  }
}

export interface VenueHttp {
  /** @throws VenueError */
  get(path: string, query?: Readonly<Record<string, string>>): Promise<VenueAnswer>
  /**
   * Asks for what is read by POST.
   * @throws VenueError
   */
  post(path: string, body: Readonly<Record<string, unknown>>): Promise<VenueAnswer>
}

/** GMX's tickers of 125 tokens are 25 KB, its markets 60 KB. */
const BODY_BYTES_MAX = 4_194_304

export function createVenueHttp({ hosts, timeoutMs, now, secureContext }: VenueHttpOptions): VenueHttp {
  const httpsAgent = secureContext && new Agent({ keepAlive: true, secureContext })
  /** The host that answered last stays the first to be asked. */
  let preferred = 0

  async function ask(host: string, request: VenueRequest): Promise<VenueAnswer> {
    const askedAt = now()
    const { data, headers } = await abortAfter(timeoutMs, (signal) =>
      axios.request<string>({
        ...request,
        url: `${host}${request.url}`,
        signal,
        ...(httpsAgent && { httpsAgent }),
        proxy: false,
        maxRedirects: 0,
        maxContentLength: BODY_BYTES_MAX,
        responseType: 'text',
        transformResponse: (text: string) => text,
        validateStatus: (status) => status === 200,
        headers: { accept: 'application/json' },
      }),
    )
    const serverTime = Date.parse(String(headers['date']))
    return {
      body: parseJson(data),
      host,
      askedAt,
      arrivedAt: now(),
      serverTime: Number.isNaN(serverTime) ? null : serverTime * 1000,
    }
  }

  async function askInTurn(request: VenueRequest): Promise<VenueAnswer> {
    const problems: string[] = []
    let waitMs = 0
    for (let turn = 0; turn < hosts.length; turn++) {
      const index = (preferred + turn) % hosts.length
      const host = hosts[index] ?? ''
      try {
        const answer = await ask(host, request)
        preferred = index
        return answer
      } catch (error) {
        problems.push(`${host} ${explain(error)}`)
        const header: unknown = isAxiosError(error) ? error.response?.headers['retry-after'] : undefined
        if (typeof header === 'string') waitMs = Math.max(waitMs, parseRetryAfter(header, now() / 1_000) ?? 0)
      }
    }
    throw new VenueError(problems, waitMs)
  }

  return {
    get: (url, params = {}) => askInTurn({ method: 'GET', url, params }),
    post: (url, data) => askInTurn({ method: 'POST', url, data }),
  }
}

interface VenueRequest {
  readonly method: 'GET' | 'POST'
  /** The path. */
  readonly url: string
  readonly params?: Readonly<Record<string, string>>
  readonly data?: Readonly<Record<string, unknown>>
}

class NotJson extends Error {}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new NotJson()
  }
}

function explain(error: unknown): string {
  if (error instanceof NotJson) return 'answered with something that is not JSON'
  if (!isAxiosError(error)) return 'could not be asked'
  if (error.response !== undefined && error.response.status !== 200) return `answered ${error.response.status}`
  if (error.code === 'ERR_CANCELED') return 'did not answer in time'
  if (error.message.startsWith('maxContentLength')) return 'answered with more than is read'
  return `could not be reached (${error.code ?? 'no code'})`
}
