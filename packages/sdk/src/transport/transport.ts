import type { ClientId } from '../client-id.js'
import { BaseError } from '../errors.js'
import { ExchangeNotAvailable, OutcomeUnknown, RateLimitExceeded, RequestTimeout } from '../errors.js'
import { quoteDecimals } from '../numbers/read-json.js'
import { Budget, type Priority } from './budget.js'
import type { Clock } from './clock.js'
import { RetryBudget } from './retry-budget.js'
import { toError } from './to-error.js'

/** The settings of one call. */
export interface CallOptions {
  /** Milliseconds from the call within which it ends, all repetitions in it. Default that of the client, 30,000. */
  readonly deadlineMs?: number | undefined
  /** Ends the call. A write that was sent by then ends in OutcomeUnknown. */
  readonly signal?: AbortSignal | undefined
}

/**
 * The way on when no answer came. `read`: it is sent again. `same`: a write that does the same when sent again.
 * `intent`: a write that the service does once by its client_id. `once`: a write that might be done twice, so it is not
 * sent again.
 */
export type Repeat =
  | { readonly kind: 'read' }
  | { readonly kind: 'same'; readonly lookUp: string }
  | { readonly kind: 'intent'; readonly clientId: ClientId; readonly lookUp: string }
  | { readonly kind: 'once'; readonly lookUp: string }

export interface Call extends CallOptions {
  readonly repeat: Repeat
  readonly priority?: Priority
  /** The number of requests it counts as. */
  readonly cost?: number
  /** The answer has no decimals, and its numbers are numbers. */
  readonly isPlain?: boolean
  /** In place of the client's, of what takes longer than other calls. */
  readonly attemptMs?: number
}

export interface TransportOptions {
  /** Address of the service. */
  readonly baseUrl: string
  readonly headers: (
    request: SentRequest,
  ) => Readonly<Record<string, string>> | Promise<Readonly<Record<string, string>>>
  readonly wholeNumbers: ReadonlySet<string>
  /** Sent with every request. */
  readonly query: Readonly<Record<string, string>>
  readonly fetch: typeof globalThis.fetch
  readonly clock: Clock
  readonly deadlineMs: number
  readonly attemptMs: number
}

/** A request as it goes out. */
export interface SentRequest {
  readonly method: string
  readonly url: URL
  /** Undefined: none. */
  readonly body: string | undefined
}

/** How an attempt ended. `notDone`: certainly not; `unknown`: perhaps. Another attempt may follow both. */
type Outcome =
  | { readonly kind: 'answered'; readonly response: Response }
  | { readonly kind: 'refused' | 'notDone' | 'unknown'; readonly error: BaseError; readonly waitMs: number }

/** Sends requests until they are answered, within their deadline and the rate limit. */
export class Transport {
  readonly #options: TransportOptions
  readonly #budget: Budget
  readonly #retries: RetryBudget

  constructor(options: TransportOptions) {
    this.#options = options
    this.#budget = new Budget(options.clock)
    this.#retries = new RetryBudget(options.clock)
  }

  /** The fetch of one call. Resolves with a 2xx answer whose decimals are text. @throws BaseError */
  readonly through = (call: Call) => ({ fetch: (request: Request): Promise<Response> => this.#send(request, call) })

  async #send(given: Request, call: Call): Promise<Response> {
    const { clock } = this.#options
    const request = await this.#toSent(given)
    const deadline = clock.now() + (call.deadlineMs ?? this.#options.deadlineMs)
    let unknown: BaseError | null = null
    for (let attempt = 0; ; attempt += 1) {
      const spent = await this.#waitForBudget(call, deadline, unknown)
      const outcome = spent ?? (await this.#attempt(request, call, deadline))
      if (outcome.kind === 'answered' || outcome.kind === 'refused') this.#retries.answered()
      if (outcome.kind === 'answered') return outcome.response
      if (outcome.kind === 'unknown') unknown = outcome.error
      if (outcome.kind === 'refused')
        throw isFinal(outcome.error, call, unknown) ? outcome.error : outcomeUnknown(call, outcome.error)
      const budgetMs = this.#retries.delayMs(call.priority ?? 'ordinary')
      const waitMs = Math.max(spread(outcome.waitMs, clock), backoffMs(attempt, outcome.error, clock), budgetMs)
      if (call.signal?.aborted === true) throw aborted(call, unknown)
      const isOver = clock.now() + waitMs >= deadline || (unknown !== null && call.repeat.kind === 'once')
      if (isOver) throw unknown === null || call.repeat.kind === 'read' ? outcome.error : outcomeUnknown(call, unknown)
      this.#retries.take()
      await clock.sleep(waitMs, call.signal).catch(() => {
        throw aborted(call, unknown)
      })
    }
  }

  /**
   * Opens a stream, once: its body is for the caller to read. `signal` ends it.
   * @throws BaseError when the service refuses, or does not answer in time
   */
  async open(path: string, headers: Readonly<Record<string, string>>, signal: AbortSignal): Promise<Response> {
    const { baseUrl, attemptMs, fetch } = this.#options
    const url = new URL(`${baseUrl.replace(/\/$/, '')}${path}`)
    const late = new AbortController()
    const timer = setTimeout(() => late.abort(), attemptMs)
    try {
      const own = await this.#options.headers({ method: 'GET', url, body: undefined })
      const ends = AbortSignal.any([signal, late.signal])
      const response = await fetch(url, { headers: { ...own, ...headers }, signal: ends, redirect: 'error' })
      this.#budget.learn(response.headers)
      if (!response.ok) throw toError(path, response, await response.text())
      return response
    } catch (error) {
      if (error instanceof BaseError || signal.aborted) throw error
      throw noAnswer(error, late.signal.aborted).error
    } finally {
      clearTimeout(timer)
    }
  }

  /** Null once the budget allows the request; an outcome when that would be after the deadline. */
  async #waitForBudget(call: Call, deadline: number, unknown: BaseError | null): Promise<Outcome | null> {
    const { clock } = this.#options
    const cost = call.cost ?? 1
    for (;;) {
      if (call.signal?.aborted === true) throw aborted(call, unknown)
      const delayMs = this.#budget.delayMs(call.priority ?? 'ordinary', cost)
      if (delayMs <= 0) return null
      if (clock.now() + delayMs >= deadline) {
        const message = `the rate limit leaves no request before the deadline; the next is in ${Math.ceil(delayMs)} ms`
        return { kind: 'notDone', waitMs: delayMs, error: new RateLimitExceeded(message, { retryAfterMs: delayMs }) }
      }
      await clock.sleep(delayMs, call.signal).catch(() => {
        throw aborted(call, unknown)
      })
    }
  }

  async #attempt(request: SentRequest, call: Call, deadline: number): Promise<Outcome> {
    const { clock, wholeNumbers, fetch } = this.#options
    const { attemptMs = this.#options.attemptMs } = call
    const limit = AbortSignal.timeout(Math.max(1, Math.min(attemptMs, Math.ceil(deadline - clock.now()))))
    const signal = call.signal === undefined ? limit : AbortSignal.any([limit, call.signal])
    const done = this.#budget.take(call.cost ?? 1)
    try {
      const headers = await this.#options.headers(request)
      const { method, url, body = null } = request
      const response = await fetch(url, { method, headers, body, signal, redirect: 'error' })
      const text = await response.text()
      this.#budget.learn(response.headers)
      const read = call.isPlain === true ? text : quoteDecimals(text, wholeNumbers)
      if (!response.ok) return failed(url.pathname, response, read)
      return {
        kind: 'answered',
        response: new Response(read === '' ? null : read, { status: response.status, headers: response.headers }),
      }
    } catch (error) {
      return noAnswer(error, limit.aborted)
    } finally {
      done()
    }
  }

  async #toSent(given: Request): Promise<SentRequest> {
    const url = new URL(given.url)
    for (const [name, value] of Object.entries(this.#options.query)) url.searchParams.set(name, value)
    const body = await given.text()
    return { method: given.method, url, body: body === '' ? undefined : body }
  }
}

function failed(path: string, response: Response, text: string): Outcome {
  const error = toError(path, response, text)
  const waitMs = error.retryAfterMs ?? 0
  const { status } = response
  // A reason of 409 that says: the first of these is still being decided.
  if (status >= 500 || error.reason === 'in_progress') return { kind: 'unknown', error, waitMs }
  return { kind: status === 429 || status === 408 ? 'notDone' : 'refused', error, waitMs }
}

/** Without a listener, nothing was done. */
const NOT_SENT = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'UND_ERR_CONNECT_TIMEOUT']

function noAnswer(cause: unknown, isLate: boolean): Outcome & { readonly error: BaseError } {
  const inner: unknown = cause instanceof Error ? cause.cause : undefined
  const code = typeof inner === 'object' && inner !== null && 'code' in inner ? String(inner.code) : ''
  if (NOT_SENT.includes(code)) {
    return {
      kind: 'notDone',
      error: new ExchangeNotAvailable(`the service cannot be reached: ${code}`, { cause }),
      waitMs: 0,
    }
  }
  const error = isLate
    ? new RequestTimeout('no answer in time', { cause })
    : new ExchangeNotAvailable(`the connection was lost${code === '' ? '' : `: ${code}`}`, { cause })
  return { kind: 'unknown', error, waitMs: 0 }
}

/**
 * Whether a refusal also says what became of an earlier attempt that had no answer. One of an intent does, since what
 * was done is answered before anything else is checked, the key excepted.
 */
function isFinal({ status, reason }: BaseError, { repeat }: Call, unknown: BaseError | null): boolean {
  if (unknown === null || repeat.kind === 'read') return true
  if (repeat.kind === 'intent') return status !== 401 && status !== 403
  return status === 400 || reason === 'order_not_working'
}

function outcomeUnknown({ repeat }: Call, cause: BaseError): OutcomeUnknown {
  const clientId = repeat.kind === 'intent' ? repeat.clientId : null
  const lookUp = repeat.kind === 'read' ? '' : repeat.lookUp
  const { status, code, reason, requestId, body } = cause
  const details = { status, code, reason, requestId, body, cause, clientId, lookUp }
  return new OutcomeUnknown(`it may or may not have been done (${cause.message}): ${lookUp}`, details)
}

function aborted(call: Call, unknown: BaseError | null): unknown {
  const reason: unknown = call.signal?.reason
  if (unknown === null || call.repeat.kind === 'read') return reason
  return outcomeUnknown(call, new RequestTimeout('the call was aborted', { cause: reason }))
}

/** Up to half as long again: all clients that failed together get the same time to retry. */
const spread = (waitMs: number, clock: Clock): number => waitMs * (1 + clock.random() / 2)

/** Half of it is chance, so that many who failed together do not come back together. */
function backoffMs(attempt: number, { status }: BaseError, clock: Clock): number {
  const [first, max] = status === 429 ? [1_000, 30_000] : [100, 5_000]
  const span = Math.min(max, first * 2 ** attempt)
  return span / 2 + (clock.random() * span) / 2
}
