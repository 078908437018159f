/** A trace collector: OTLP over HTTP, as JSON. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pollUntil } from '../../../services/trading-engine/test/support/poll-until.js'

export interface CollectedSpan {
  readonly service: string
  readonly traceId: string
  readonly spanId: string
  /** Empty for the first of a trace. */
  readonly parentSpanId?: string
  readonly name: string
  readonly attributes: Readonly<Record<string, string | number | boolean>>
  readonly links: readonly { readonly traceId: string; readonly spanId: string }[]
  readonly isFailed: boolean
}

export interface TraceCollector {
  readonly url: string
  /** Every request that came, as it came. */
  readonly requests: readonly { readonly path: string; readonly text: string }[]
  spans(): readonly CollectedSpan[]
  /** Once they are as wanted. */
  until(isWanted: (spans: readonly CollectedSpan[]) => boolean): Promise<readonly CollectedSpan[]>
  close(): Promise<void>
}

export async function startTraceCollector(): Promise<TraceCollector> {
  const requests: { path: string; text: string }[] = []
  const server = createServer((request, response) => {
    let text = ''
    request.on('data', (chunk: Buffer) => (text += chunk.toString()))
    request.on('end', () => {
      requests.push({ path: request.url ?? '', text })
      response.setHeader('content-type', 'application/json').end('{}')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const spans = () => requests.flatMap(({ text }) => spansOf(JSON.parse(text) as Export))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    spans,
    until: (isWanted) => pollUntil(() => Promise.resolve(spans()), isWanted),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

interface Attribute {
  readonly key: string
  readonly value: {
    readonly stringValue?: string
    readonly intValue?: number
    readonly doubleValue?: number
    readonly boolValue?: boolean
  }
}

interface Export {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly Attribute[] }
    readonly scopeSpans: readonly {
      readonly spans: readonly (Omit<CollectedSpan, 'service' | 'attributes' | 'isFailed'> & {
        readonly attributes: readonly Attribute[]
        readonly status: { readonly code: number }
      })[]
    }[]
  }[]
}

const STATUS_ERROR = 2

const spansOf = ({ resourceSpans }: Export): readonly CollectedSpan[] =>
  resourceSpans.flatMap(({ resource, scopeSpans }) =>
    scopeSpans.flatMap(({ spans }) =>
      spans.map(({ status, ...span }) => ({
        ...span,
        service: String(read(resource.attributes)['service.name']),
        attributes: read(span.attributes),
        isFailed: status.code === STATUS_ERROR,
      })),
    ),
  )

const read = (attributes: readonly Attribute[]): CollectedSpan['attributes'] =>
  Object.fromEntries(
    attributes.map(({ key, value }) => [
      key,
      value.stringValue ?? value.intValue ?? value.doubleValue ?? value.boolValue ?? '',
    ]),
  )
