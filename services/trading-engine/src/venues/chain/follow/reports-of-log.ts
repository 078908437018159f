/** Turns a log of a venue into reports of the request behind it; what keepers kept is in dollars of that block. */
import type { VenueCharges, VenueReport } from '../../../core/model/live/venue-request.js'
import type { VenueTransaction } from '../../../core/model/live/venue-transaction.js'
import { negate, usd, type Usd } from '../../../core/values/decimal.js'
import type { PlacedLog } from '../../port.js'
import { NO_CHARGES, paidInWei } from '../sending/charges.js'
import type { NativePriceAt } from '../sending/gas-books.js'

/** `transaction`: the one that made the order of the log; null: none of ours. */
export async function reportsOf(
  log: PlacedLog,
  transaction: VenueTransaction | null,
  nativePriceAt: NativePriceAt,
): Promise<readonly VenueReport[]> {
  const { place } = log
  const requestId = transaction?.requestId ?? null
  const isLast = transaction === null || transaction.callIndex === transaction.callCount - 1
  switch (log.kind) {
    case 'accepted': {
      const { venueOrderId, fee } = log
      const charged = fee === undefined ? [] : [chargedOf(fee, requestId, log)]
      return requestId === null ? charged : [...charged, { kind: 'accepted', requestId, place, venueOrderId }]
    }
    case 'executed': {
      const { cause, fill } = log
      const charges = await withKeeper(fill.charges, log, nativePriceAt)
      return [{ kind: 'executed', requestId, cause, place, fill: { ...fill, charges }, isLast }]
    }
    case 'levels':
      return [{ kind: log.kind, requestId: null, place, levels: log.levels }]
    case 'collateral': {
      const charges = await withKeeper(log.charges, log, nativePriceAt)
      return [{ kind: log.kind, requestId, place, change: log.change, charges, isLast }]
    }
    default: {
      if (requestId === null) return []
      const charges = await withKeeper({ ...NO_CHARGES, oracleFees: negate(log.fee) }, log, nativePriceAt)
      return [{ kind: log.kind, requestId, place, reason: log.reason, charges }]
    }
  }
}

async function withKeeper(
  charges: VenueCharges,
  { keeperFee, place }: Exclude<PlacedLog, { kind: 'accepted' | 'levels' }>,
  nativePriceAt: NativePriceAt,
): Promise<VenueCharges> {
  if (keeperFee === undefined) return charges
  return { ...charges, execution: usd(charges.execution + paidInWei(keeperFee, await nativePriceAt(place.block))) }
}

const chargedOf = (fee: Usd, requestId: string | null, { place }: PlacedLog): VenueReport => ({
  ...{ kind: 'charged', requestId, place },
  charges: { ...NO_CHARGES, oracleFees: negate(fee) },
})
