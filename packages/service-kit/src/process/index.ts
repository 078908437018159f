/** A process, whether it serves HTTP or not: settings, errors, logs, figures, traces, caches, shutdown. */
export { ConfigError, loadConfig } from './config.js'
export { disablePretenuring } from '../unsafe/v8.js'
export { commaSeparated, ipRangesSchema, portSchema, settingsSchema, type ServiceSettings } from './environment.js'
export { DependencyError, invalidPayload, ISSUES_MAX, RequestError } from './errors.js'
export { createHeapCache, HEAP_SHARES, type HeapCache } from './heap-cache.js'
export { createLifecycle, type Lifecycle, type LifecycleOptions, type SignalSource } from './lifecycle.js'
export { scrubCredentials } from './scrub-credentials.js'
export { createLineLimit } from './line-limit.js'
export { createLogger, type Logger, type LoggerOptions } from './logger.js'
export { watchLoopLag, type LoopLag } from './loop-lag.js'
export { lazy } from './memoize.js'
export { createMetrics, type LabelledFigure, type Metrics } from './metrics.js'
export { createOutageLog, type OutageLog } from './outage-log.js'
export { openTracing, type TracingOptions } from './tracing/open-tracing.js'
export { NO_TRACING, type TraceSpan, type Tracing } from './tracing/tracing.js'
export {
  hasDuplicates,
  isPlaceholder,
  isProxyRangeTooWide,
  isPublicPlainHttp,
  listenersCollide,
  textsOf,
  type UnsafeSetting,
} from './unsafe-settings.js'
