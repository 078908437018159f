import type { IncomingHttpHeaders } from 'node:http'

/** W3C Trace Context, as far as a log needs it: version, trace, span, flags. */
const TRACE_PARENT = /^(?!ff)[\da-f]{2}-(?!0{32})([\da-f]{32})-(?!0{16})[\da-f]{16}-[\da-f]{2}(?:$|-)/

/** The trace that a caller says its request is part of; undefined when it says none, or nothing that can be read. */
export function traceIdOf({ traceparent }: IncomingHttpHeaders): string | undefined {
  return typeof traceparent === 'string' ? TRACE_PARENT.exec(traceparent)?.[1] : undefined
}
