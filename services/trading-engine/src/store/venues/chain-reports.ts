/** Reports of a chain that were booked, by the names of its logs. */
import { formatTimestamp, type Micros } from '../../core/values/time.js'
import type { ChainPlace, VenueReport } from '../../core/model/live/venue-request.js'
import type { Fill } from '../../core/model/order/fill.js'
import type { Hex } from '../../core/model/live/venue-transaction.js'
import { assertInvariant } from '../../core/values/invariant.js'
import type { Queryable } from '../read/queryable.js'
import { fillOf, type FillRow } from '../tables/fills.js'

/** No trader can send such a client_id: the slash is not one of its characters. */
export const chainReportName = (
  { chainId, txHash, logIndex }: Pick<ChainPlace, 'chainId' | 'txHash' | 'logIndex'>,
  accountId: string,
  kind: VenueReport['kind'],
): string => `venue/${chainId}/${txHash}/${logIndex}/${accountId}/${kind}`

export interface ChainReport {
  readonly accountId: string
  readonly kind: VenueReport['kind']
  readonly txHash: Hex
  readonly logIndex: number
  /** Null: it filled nothing. */
  readonly fill: Fill | null
}

/** Clocks of processes differ by less. */
const SKEW_MICROS = 600_000_000

/** Reports of logs that were booked since, of these accounts. */
export async function listChainReports(
  db: Queryable,
  chainId: number,
  accountIds: readonly string[],
  since: Micros,
): Promise<readonly ChainReport[]> {
  const from = since - SKEW_MICROS
  const commands = await db.query<{ readonly client_id: string }>({
    text: `select client_id from commands where id >= $1 and account_id = any($2) and kind = 'report_venue'
      and client_id like $3`,
    values: [firstIdAt(from), accountIds, `venue/${chainId}/0x%`],
  })
  const fills = await db.query<FillRow>({
    text: 'select * from fills where account_id = any($1) and created_at >= $2 and live is not null',
    values: [accountIds, formatTimestamp(Math.max(0, from))],
  })
  const byName = new Map(fills.rows.map(fillOf).map((fill) => [nameOfFill(fill), fill]))
  return commands.rows.map(({ client_id: name }) => {
    const [, , txHash, logIndex, accountId, kind] = name.split('/')
    assertInvariant(txHash !== undefined && accountId !== undefined, 'a report of a log is named by its place')
    return {
      ...{ accountId, kind: kind as VenueReport['kind'], txHash: txHash as Hex, logIndex: Number(logIndex) },
      fill: byName.get(name) ?? null,
    }
  })
}

const nameOfFill = ({ accountId, live }: Fill): string =>
  live === undefined ? '' : chainReportName(live.place, accountId, 'executed')

/** The least id that a moment can have: ids are UUIDs of version 7, and begin with the milliseconds. */
function firstIdAt(at: Micros): string {
  const time = Math.max(0, Math.floor(at / 1_000))
    .toString(16)
    .padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-000000000000`
}
