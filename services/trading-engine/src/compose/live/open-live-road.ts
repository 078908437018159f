import type { Metrics } from '@ats/service-kit/process'
import type { VenueAdapter } from '../../venues/port.js'
import type { LiveRoad, LiveRoadOptions } from './live-road.js'
import { createRoadMetrics } from '../metrics/road-metrics.js'

interface OpenLiveRoadOptions extends Omit<LiveRoadOptions, 'adapters' | 'watch'> {
  /** Instead of those of GMX and Ostium on Arbitrum. */
  readonly adapters: readonly VenueAdapter[] | undefined
  readonly metrics: Metrics
}

const OFF: LiveRoad = {
  readFunds: () => Promise.resolve(null),
  readDifferences: () => Promise.resolve(null),
  judgeChain: () => Promise.resolve(null),
  start: () => Promise.resolve(),
  stop: () => Promise.resolve(),
}

/** The road of live orders. Where LIVE_EXECUTION is off it does nothing, and what it would need is not even loaded. */
export async function openLiveRoad({ adapters, metrics, ...options }: OpenLiveRoadOptions): Promise<LiveRoad> {
  const { config, pool, logger } = options
  const watch = createRoadMetrics({ metrics, pool, logger })
  if (config.LIVE_EXECUTION === 'off' || config.LIVE_CHAIN_ID === null) return OFF
  const { adaptersOnArbitrum, createLiveRoad } = await import('./live-road.js')
  return createLiveRoad({ ...options, watch, adapters: adapters ?? adaptersOnArbitrum() }, config.LIVE_CHAIN_ID)
}
