import type { IncomingHttpHeaders } from 'node:http'

/** The traces of requests. A span follows its work across every await. */
export interface Tracing {
  /** Whether anything is ever traced. */
  readonly isOn: boolean
  /** Runs the work of a request: in its caller's trace where its headers name one, else in a trace of its own. */
  request<T>(start: SpanStart, headers: IncomingHttpHeaders, work: SpanWork<T>): Promise<T>
  /** Runs work that no request caused, in a trace of its own. */
  task<T>(start: SpanStart, work: SpanWork<T>): Promise<T>
  /** A part of what runs now; where that is not traced, the work alone. */
  part<T>(start: SpanStart, work: SpanWork<T>): Promise<T>
  /** One piece of work for many: in the trace of the first that has one, and linked with all of them. */
  shared<T>(start: SpanStart, spans: readonly (TraceSpan | null)[], work: SpanWork<T>): Promise<T>
  /** The span that runs now, to be handed to `shared`; null when it is not traced. */
  current(): TraceSpan | null
  /** The headers by which what another service does becomes a part of what runs now; none when it is not traced. */
  outgoing(): Readonly<Record<string, string>>
  /** Sends what is left. */
  readonly close: () => Promise<void>
}

export interface SpanStart {
  /** A name out of few: a template, never an id. */
  readonly name: string
  /** The side of a call between services. A part of this process when absent. */
  readonly kind?: 'server' | 'client'
  readonly attributes?: SpanAttributes
}

/** Ids and numbers: no text that a caller wrote, and no secrets. */
export type SpanAttributes = Readonly<Record<string, string | number | boolean>>

export type SpanWork<T> = (span: TraceSpan | null) => Promise<T>

export interface TraceSpan {
  /** 32 hexadecimal digits. */
  readonly traceId: string
  note(attributes: SpanAttributes): void
  /** `type` names what went wrong, in a word. */
  fail(type: string): void
}

const alone = <T>(_start: SpanStart, work: SpanWork<T>): Promise<T> => work(null)
const NO_HEADERS = Object.freeze({})

/** Traces nothing, and costs nothing. */
export const NO_TRACING: Tracing = {
  isOn: false,
  request: (_start, _headers, work) => work(null),
  task: alone,
  part: alone,
  shared: (_start, _spans, work) => work(null),
  current: () => null,
  outgoing: () => NO_HEADERS,
  close: () => Promise.resolve(),
}
