/** Ostium as the service needs a venue: requests to its calls, its logs to reports, its storage to a wallet's state. */
import { decodeErrorResult, toEventSelector } from 'viem/utils'
import type { Call, ChainReader, Hex, VenueAdapter } from '../port.js'
import { ERRORS_ABI, EVENTS_ABI } from './abi.js'
import { approve } from './calls.js'
import type { OstiumDeployment } from './deployment.js'
import { plan } from './plan.js'
import { readLogs } from './read-logs.js'
import { readWallet } from './read-wallet.js'
import type { OstiumState } from './wallet-state.js'
import { view } from './views.js'

const ALLOWANCE = 2n ** 256n - 1n

export const createOstiumAdapter = (venue: OstiumDeployment): VenueAdapter<OstiumState> => ({
  venue: 'OSTIUM',
  chainId: venue.chainId,
  usdc: venue.usdc,
  plan: (request, context) => plan(venue, request, context),
  prepare: (wallet, reader) => prepare(venue, wallet, reader),
  readLogs: (logs, wallets, context) => readLogs(venue, logs, wallets, context),
  // Closings and openings do not index the trader, so a filter cannot name it.
  logFilter: () => ({
    addresses: [venue.trading, venue.callbacks],
    topics: [EVENTS_ABI.flatMap((item) => (item.type === 'event' ? [toEventSelector(item)] : []))],
  }),
  readWallet: (wallet, reader) => readWallet(venue, wallet, reader),
  revertReason,
})

/** An allowance is used up by each order; it is given again once half is gone. */
async function prepare(venue: OstiumDeployment, wallet: Hex, reader: ChainReader): Promise<readonly Call[]> {
  const allowance = await view(reader, venue.usdc, 'allowance', wallet, venue.storage)
  return allowance < ALLOWANCE / 2n ? [approve(venue, ALLOWANCE)] : []
}

/** The name of an error, or the text that the token gives. */
function revertReason(data: Hex): string | null {
  try {
    const error = decodeErrorResult({ abi: ERRORS_ABI, data })
    return error.errorName === 'Error' ? error.args[0] : error.errorName
  } catch {
    return null
  }
}
