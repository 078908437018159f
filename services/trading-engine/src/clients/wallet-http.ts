/** Calls to the wallet's internal listener: any failure to answer throws an error that leaves out the request. */
import { abortAfter } from '@ats/service-kit/async'
import { createOutageLog, DependencyError, type Logger, type OutageLog, type Tracing } from '@ats/service-kit/process'
import { createJsonExchange, type JsonRequest, type JsonResponse } from './json-exchange.js'

export interface WalletHttp {
  /**
   * The response, if its status is 200 or among `statuses`; throws DependencyError for any other, and when none comes
   * before the request's own signal is aborted, or in `timeoutMs`.
   */
  send(request: WalletRequest, statuses?: readonly number[]): Promise<JsonResponse>
  close(): void
}

export interface WalletRequest extends JsonRequest {
  /** Aborted for this request alone. */
  readonly signal?: AbortSignal
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
  const exchange = createJsonExchange(baseUrl, ANSWER_BYTES_MAX)
  const authorization = { authorization: `Bearer ${serviceToken}` }
  const ask = async (request: JsonRequest, signal: AbortSignal, statuses: readonly number[]): Promise<JsonResponse> => {
    try {
      const headers = { ...authorization, ...tracing.outgoing() }
      const response = await exchange.send(request, headers, signal)
      if (response.status === 200 || statuses.includes(response.status)) return response
      throw new DependencyError('wallet', `the wallet answered ${response.status} instead of a decision`)
    } catch (error) {
      const failure = error instanceof DependencyError ? error : new DependencyError('wallet', explain(error, signal))
      outage.failed(failure)
      throw failure
    }
  }
  const send = async (
    request: JsonRequest,
    signal: AbortSignal,
    statuses: readonly number[],
  ): Promise<JsonResponse> => {
    const response = await tracing.part(ASKING, () => ask(request, signal, statuses))
    outage.answered()
    return response
  }
  return {
    send: (request, statuses = []) =>
      request.signal === undefined
        ? abortAfter(timeoutMs, (signal) => send(request, signal, statuses))
        : send(request, request.signal, statuses),
    close: () => exchange.close(),
  }
}

/** Words only: an error of a connection may carry what was sent on it. */
function explain(error: unknown, { aborted: isLate }: AbortSignal): string {
  if (isLate) return 'the wallet did not answer in time'
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'no code'
  return `the wallet could not be reached (${code})`
}
