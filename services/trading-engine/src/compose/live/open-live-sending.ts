import type { Metrics } from '@ats/service-kit/process'
import type { VenueAdapter } from '../../venues/port.js'
import type { LiveSending, LiveSendingOptions } from './live-sending.js'
import { createSendingMetrics } from '../metrics/sending-metrics.js'

interface OpenLiveSendingOptions extends Omit<LiveSendingOptions, 'adapters' | 'watch'> {
  /** Instead of those of GMX and Ostium on Arbitrum. */
  readonly adapters: readonly VenueAdapter[] | undefined
  readonly metrics: Metrics
}

const OFF: LiveSending = {
  readFunds: () => Promise.resolve(null),
  readDifferences: () => Promise.resolve(null),
  assessChain: () => Promise.resolve(null),
  readSwap: () => Promise.resolve(null),
  start: () => Promise.resolve(),
  stop: () => Promise.resolve(),
}

/** Sends live orders. Where LIVE_EXECUTION is off it does nothing, and what it would need is not even loaded. */
export async function openLiveSending({ adapters, metrics, ...options }: OpenLiveSendingOptions): Promise<LiveSending> {
  const { config, pool, logger } = options
  const watch = createSendingMetrics({ metrics, pool, logger })
  if (config.LIVE_EXECUTION === 'off' || config.LIVE_CHAIN_ID === null) return OFF
  const { adaptersOnArbitrum, createLiveSending } = await import('./live-sending.js')
  return createLiveSending({ ...options, watch, adapters: adapters ?? adaptersOnArbitrum() }, config.LIVE_CHAIN_ID)
}
