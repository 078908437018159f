/** The venues that an engine process trades at: those whose contracts its environment says, on a chain of the run. */
import { loadVenues, type EngineRuntime, type GmxDocument, type OstiumDeployment } from '@ats/trading-engine'

export interface VenueDeployments {
  readonly gmx: GmxDocument
  readonly ostium: OstiumDeployment
}

/** How often requests are sent: blocks of the run come faster than those of Arbitrum. */
const ROAD_EVERY_MS = 100

/** Undefined: the venues that the service has by itself. */
export async function readVenues(
  text: string | undefined,
): Promise<Pick<EngineRuntime, 'venueAdapters' | 'senderEveryMs'>> {
  if (text === undefined) return {}
  const { gmx, ostium } = JSON.parse(text) as VenueDeployments
  const { createGmxAdapter, readGmxDeployment, createOstiumAdapter } = await loadVenues()
  return {
    venueAdapters: [createGmxAdapter(readGmxDeployment(gmx)), createOstiumAdapter(ostium)],
    senderEveryMs: ROAD_EVERY_MS,
  }
}
