/** Calls to the wallet's internal listener: whatever is not an answer is a fault, told in words without its request. */
import { Agent as HttpAgent } from 'node:http'
import { Agent as HttpsAgent } from 'node:https'
import axios, { isAxiosError, type AxiosRequestConfig } from 'axios'
import {
  abortAfter,
  createOutageLog,
  DependencyError,
  type Logger,
  type OutageLog,
  type Tracing,
} from '@ats/service-kit'

export interface WalletHttp {
  /**
   * The answer, if its status is 200 or among `statuses`; throws DependencyError for any other, and when none comes in
   * the time of the request's own signal, or in `timeoutMs`.
   */
  send(request: AxiosRequestConfig, statuses?: readonly number[]): Promise<WalletAnswer>
  close(): void
}

export interface WalletAnswer {
  readonly status: number
  readonly data: unknown
}

export interface WalletHttpOptions {
  /** The wallet's internal listener. */
  readonly baseUrl: string
  readonly serviceToken: string
  readonly timeoutMs: number
  /** One for all that ask. */
  readonly outage: OutageLog
  /** Spans of the wallet become part of the trace. */
  readonly tracing: Tracing
}

/**
 * A validation is a few hundred bytes; the endpoints of 16 users with ten keys each are 160 long URLs and 320 secrets.
 */
const ANSWER_BYTES_MAX = 1_048_576
const WORDS = { dependency: 'wallet', lost: 'the wallet does not answer', back: 'the wallet answers again' }
const QUIET_MS = 1_000
const ASKING = { name: 'ask wallet', kind: 'client' } as const

export const createWalletOutageLog = (logger: Logger): OutageLog =>
  createOutageLog(logger, WORDS, { quietMs: QUIET_MS })

export function createWalletHttp({ baseUrl, serviceToken, timeoutMs, outage, tracing }: WalletHttpOptions): WalletHttp {
  const httpAgent = new HttpAgent({ keepAlive: true })
  const httpsAgent = new HttpsAgent({ keepAlive: true })
  const client = axios.create({
    baseURL: baseUrl,
    httpAgent,
    httpsAgent,
    proxy: false,
    maxRedirects: 0,
    maxContentLength: ANSWER_BYTES_MAX,
    headers: { authorization: `Bearer ${serviceToken}` },
  })
  const send = async (request: AxiosRequestConfig, statuses: readonly number[]): Promise<WalletAnswer> => {
    const validateStatus = (status: number): boolean => status === 200 || statuses.includes(status)
    const { status, data } = await tracing.part(ASKING, () =>
      client.request<unknown>({ ...request, validateStatus, headers: tracing.outgoing() }).catch((error: unknown) => {
        const failure = new DependencyError('wallet', explain(error))
        outage.failed(failure)
        throw failure
      }),
    )
    outage.answered()
    return { status, data }
  }
  return {
    // Its own clock: axios' timeout does not cover a connection that never opens.
    send: (request, statuses = []) =>
      request.signal === undefined
        ? abortAfter(timeoutMs, (signal) => send({ ...request, signal }, statuses))
        : send(request, statuses),
    close() {
      httpAgent.destroy()
      httpsAgent.destroy()
    },
  }
}

/** Words only: an axios error carries the request, and with it the secret. */
function explain(error: unknown): string {
  if (!isAxiosError(error)) return 'the wallet could not be asked'
  if (error.response !== undefined) return `the wallet answered ${error.response.status} instead of a decision`
  return `the wallet could not be reached (${error.code ?? 'no code'})`
}
