/**
 * Traces by OpenTelemetry's SDK, with a provider of its own instead of the process's: several services fit into one
 * process, and no library is patched. Never import this file directly: `openTracing` loads it where traces are wanted.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import type { IncomingHttpHeaders } from 'node:http'
import {
  defaultTextMapGetter,
  defaultTextMapSetter,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api'
import type { Context, Span } from '@opentelemetry/api'
import { W3CTraceContextPropagator } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TracerProvider,
  TraceIdRatioBasedSampler,
} from '@opentelemetry/sdk-trace'
import { settleWithin } from '../../async/timeout.js'
import { DependencyError, RequestError } from '../errors.js'
import type { SpanAttributes, SpanStart, SpanWork, TraceSpan, Tracing } from './tracing.js'

export interface OtlpTracingOptions {
  readonly service: string
  readonly endpoint: string
  readonly share: number
}

const KINDS = { server: SpanKind.SERVER, client: SpanKind.CLIENT } as const

/** A collector that does not answer holds up neither the process nor its end. */
const SEND_TIMEOUT_MS = 2_000
/** The most spans that wait to be sent; more are dropped. */
const QUEUE_SPANS_MAX = 4_096
const SEND_EVERY_MS = 1_000
const CLOSE_WITHIN_MS = 3_000

/** A span, and the context for what is below it. */
interface LiveSpan extends TraceSpan {
  readonly span: Span
  readonly context: Context
}

export function createOtlpTracing({ service, endpoint, share }: OtlpTracingOptions): Tracing {
  const exporter = new OTLPTraceExporter({ url: tracesUrl(endpoint), timeoutMillis: SEND_TIMEOUT_MS })
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': service }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(share) }),
    spanProcessors: [
      new BatchSpanProcessor({ exporter, maxQueueSize: QUEUE_SPANS_MAX, scheduledDelayMillis: SEND_EVERY_MS }),
    ],
  })
  const tracer = provider.getTracer(service)
  const propagator = new W3CTraceContextPropagator()
  const running = new AsyncLocalStorage<LiveSpan | null>()

  const run = async <T>(
    start: SpanStart,
    above: Context,
    linked: readonly LiveSpan[],
    work: SpanWork<T>,
  ): Promise<T> => {
    const { name, kind, attributes = {} } = start
    const links = linked.map((other) => ({ context: other.span.spanContext() }))
    const options = { kind: kind === undefined ? SpanKind.INTERNAL : KINDS[kind], attributes, links }
    const span = tracer.startSpan(name, options, above)
    for (const other of linked) other.span.addLink({ context: span.spanContext() })
    const live = liveSpan(span, above)
    try {
      return await running.run(live, () => work(live))
    } catch (error) {
      if (!(error instanceof RequestError)) live.fail(typeOf(error))
      throw error
    } finally {
      span.end()
    }
  }

  return {
    isOn: true,
    request: (start, headers, work) => run(start, callerOf(propagator, headers), [], work),
    task: (start, work) => run(start, ROOT_CONTEXT, [], work),
    part(start, work) {
      const above = running.getStore() ?? null
      return above === null ? work(null) : run(start, above.context, [], work)
    },
    shared(start, spans, work) {
      const live = spans.filter(isLive)
      // The context that happens to run now is not the one the work is for.
      if (live[0] === undefined) return running.run(null, () => work(null))
      return run(start, live[0].context, live, work)
    },
    current: () => running.getStore() ?? null,
    outgoing() {
      const headers: Record<string, string> = {}
      const live = running.getStore() ?? null
      if (live !== null) propagator.inject(live.context, headers, defaultTextMapSetter)
      return headers
    },
    async close() {
      await settleWithin(provider.shutdown(), CLOSE_WITHIN_MS)
    },
  }
}

const isLive = (span: TraceSpan | null): span is LiveSpan => span !== null && 'context' in span

const tracesUrl = (endpoint: string): string => `${endpoint.replace(/\/{1,9}$/, '')}/v1/traces`

const callerOf = (propagator: W3CTraceContextPropagator, headers: IncomingHttpHeaders): Context =>
  propagator.extract(ROOT_CONTEXT, headers, defaultTextMapGetter)

function liveSpan(span: Span, above: Context): LiveSpan {
  return {
    span,
    context: trace.setSpan(above, span),
    traceId: span.spanContext().traceId,
    note: (attributes: SpanAttributes) => void span.setAttributes(attributes),
    fail(type) {
      span.setAttribute('error.type', type)
      span.setStatus({ code: SpanStatusCode.ERROR })
    },
  }
}

/** A word: messages and stacks may quote what was sent. */
function typeOf(error: unknown): string {
  if (error instanceof DependencyError) return `DependencyError ${error.dependency}`
  return error instanceof Error ? error.name : typeof error
}
