import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import { memoize } from './memoize.js'

/**
 * The metrics of a service, in a registry of its own so that several services fit into one process. What counts is
 * bound to its labels once: counting looks one value up and adds.
 */
export interface Metrics {
  readonly registry: Registry
  /** Adds memory, event-loop and garbage-collection figures of the whole process; call it once, from `main`. */
  collectProcessMetrics(): void
  /**
   * `route` is the template, never the address: addresses hold ids and would make the series endless. The function it
   * returns takes each response.
   */
  requests(route: { readonly method: string; readonly route: string }): (status: number, seconds: number) => void
  /** An answer of 500 that no dependency explains: each one is a fault of ours. */
  unexpectedError(route: string): void
  /** An answer of 500 because something the service needs failed. */
  dependencyFailed(dependency: string): void
  /** A figure of the service's own, read at each scrape. */
  figure(name: string, help: string, read: () => number): void
  /** Figures of one name, each with the values of the labels, likewise. */
  figures(gauge: { name: string; help: string; labels: readonly string[] }, read: () => Iterable<LabelledFigure>): void
  /** A counter of the service; the function it returns adds to a value of the label. `values` start at 0. */
  counter(counter: {
    name: string
    help: string
    label: string
    values?: readonly string[]
  }): (value: string, by?: number) => void
  /** A counter with two labels, likewise. */
  tally(counter: {
    name: string
    help: string
    labels: readonly [string, string]
  }): (first: string, second: string) => void
  /** A histogram of the service's own; what it returns takes one span, in seconds. */
  duration(name: string, help: string): (seconds: number) => void
  /** A histogram of numbers of things; `buckets` are their upper bounds. */
  sizes(name: string, help: string, buckets: readonly number[]): (size: number) => void
}

/** The values of the labels, in their order, and the figure. */
export type LabelledFigure = readonly [values: readonly string[], figure: number]

/** Seconds. */
const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]

export function createMetrics({ service }: { readonly service: string }): Metrics {
  const registry = new Registry()
  registry.setDefaultLabels({ service })
  const registers = [registry]
  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the arrival of a request to its response.',
    labelNames: ['method', 'route', 'status'] as const,
    buckets: BUCKETS,
    registers,
  })
  const unexpected = new Counter({
    name: 'http_unexpected_errors_total',
    help: 'Responses of 500 that no failed dependency explains.',
    labelNames: ['route'] as const,
    registers,
  })
  const dependencies = new Counter({
    name: 'dependency_failures_total',
    help: 'Responses of 500 because a dependency failed.',
    labelNames: ['dependency'] as const,
    registers,
  })
  return {
    registry,
    collectProcessMetrics: () => collectDefaultMetrics({ register: registry }),
    requests({ method, route }) {
      const ofStatus = memoize((status: number) => duration.labels(method, route, String(status)))
      return (status, seconds) => ofStatus(status).observe(seconds)
    },
    unexpectedError: (route) => unexpected.inc({ route }),
    dependencyFailed: (dependency) => dependencies.inc({ dependency }),
    figure(name, help, read) {
      const gauge: Gauge = new Gauge({ name, help, registers, collect: () => gauge.set(read()) })
    },
    figures({ name, help, labels }, read) {
      const collect = () => {
        gauge.reset()
        for (const [values, figure] of read()) gauge.labels(...values).set(figure)
      }
      const gauge: Gauge = new Gauge({ name, help, labelNames: [...labels], registers, collect })
    },
    counter({ name, help, label, values = [] }) {
      const counter = new Counter({ name, help, labelNames: [label], registers })
      const ofValue = memoize((value: string) => counter.labels(value))
      for (const value of values) ofValue(value).inc(0)
      return (value, by = 1) => ofValue(value).inc(by)
    },
    tally({ name, help, labels }) {
      const counter = new Counter({ name, help, labelNames: [...labels], registers })
      const ofFirst = memoize((first: string) => memoize((second: string) => counter.labels(first, second)))
      return (first, second) => ofFirst(first)(second).inc()
    },
    duration(name, help) {
      const histogram = new Histogram({ name, help, buckets: BUCKETS, registers })
      return (seconds) => histogram.observe(seconds)
    },
    sizes(name, help, buckets) {
      const histogram = new Histogram({ name, help, buckets: [...buckets], registers })
      return (size) => histogram.observe(size)
    },
  }
}
