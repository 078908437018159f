import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'

/** What a service counts about itself, in a registry of its own so that several services fit into one process. */
export interface Metrics {
  readonly registry: Registry
  /** Adds memory, event-loop and garbage-collection figures of the whole process; call it once, from `main`. */
  collectProcessMetrics(): void
  /** `route` is the template, never the address: addresses hold ids and would make the series endless. */
  requestFinished(request: { method: string; route: string; status: number; seconds: number }): void
  /** An answer of 500 that no dependency explains: each one is a fault of ours. */
  unexpectedError(route: string): void
  /** An answer of 500 because something the service needs failed. */
  dependencyFailed(dependency: string): void
  /** A figure of the service's own, read whenever somebody looks. */
  figure(name: string, help: string, read: () => number): void
  /** A counter of the service's own; what it returns counts one more under a value of the label. */
  counter(counter: { name: string; help: string; label: string }): (value: string) => void
  /** A histogram of the service's own; what it returns takes one span, in seconds. */
  duration(name: string, help: string): (seconds: number) => void
}

/** Seconds. */
const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]

export function createMetrics({ service }: { readonly service: string }): Metrics {
  const registry = new Registry()
  registry.setDefaultLabels({ service })
  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the arrival of a request to its answer.',
    labelNames: ['method', 'route', 'status'] as const,
    buckets: BUCKETS,
    registers: [registry],
  })
  const unexpected = new Counter({
    name: 'http_unexpected_errors_total',
    help: 'Answers of 500 that no failing dependency explains.',
    labelNames: ['route'] as const,
    registers: [registry],
  })
  const dependencies = new Counter({
    name: 'dependency_failures_total',
    help: 'Answers of 500 because something the service needs failed.',
    labelNames: ['dependency'] as const,
    registers: [registry],
  })
  return {
    registry,
    collectProcessMetrics: () => collectDefaultMetrics({ register: registry }),
    requestFinished: ({ method, route, status, seconds }) => duration.observe({ method, route, status }, seconds),
    unexpectedError: (route) => unexpected.inc({ route }),
    dependencyFailed: (dependency) => dependencies.inc({ dependency }),
    figure(name, help, read) {
      const gauge: Gauge = new Gauge({ name, help, registers: [registry], collect: () => gauge.set(read()) })
    },
    counter: ({ name, help, label }) => {
      const counter = new Counter({ name, help, labelNames: [label], registers: [registry] })
      return (value) => counter.inc({ [label]: value })
    },
    duration(name, help) {
      const histogram = new Histogram({ name, help, buckets: BUCKETS, registers: [registry] })
      return (seconds) => histogram.observe(seconds)
    },
  }
}
