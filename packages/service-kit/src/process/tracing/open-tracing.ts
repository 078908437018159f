import { NO_TRACING, type Tracing } from './tracing.js'

export interface TracingOptions {
  readonly service: string
  /** The collector, to whose /v1/traces spans are sent as OTLP over HTTP; null: nothing is traced. */
  readonly endpoint: string | null
  /** The share of the requests that is traced, 0 to 1, of those whose caller has not decided about it. */
  readonly share: number
}

/** Without an endpoint, nothing of OpenTelemetry's is loaded. */
export async function openTracing({ service, endpoint, share }: TracingOptions): Promise<Tracing> {
  if (endpoint === null) return NO_TRACING
  const { createOtlpTracing } = await import('./otlp-tracing.js')
  return createOtlpTracing({ service, endpoint, share })
}
