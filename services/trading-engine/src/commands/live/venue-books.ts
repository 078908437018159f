/**
 * The books' side of the way to the venues (`venues`): what they are asked of an account, and what becomes of it. A
 * report is a command on its account; its name on the chain is its client_id, so the second time it is a replay.
 */
import { notFound } from '@ats/service-kit/http'
import type { Pool } from 'pg'
import { decideVenueMismatch } from '../../core/decide/live/decide-venue-mismatch.js'
import type { Account } from '../../core/model/account/account.js'
import { heldTokens, type TokenHolding } from '../../core/model/account/token-holding.js'
import type { VenueId } from '../../core/model/market/instrument.js'
import {
  compareWithVenue,
  confirmedDifferences,
  inWords,
  keptReading,
  type VenueHoldings,
  type VenueReading,
} from '../../core/read/reconcile.js'
import { systemCommand } from '../pipeline/command.js'
import { decideVenueReport, type ReportAnswer } from '../../core/decide/live/decide-venue-report.js'
import { BY_SYSTEM } from '../../core/model/order/origin.js'
import type { VenueReport, VenueRequest } from '../../core/model/live/venue-request.js'
import type { AccountCache } from '../../store/accounts/account-cache.js'
import { chainReportName } from '../../store/venues/chain-reports.js'
import { findVenueRequest, listOpenVenueRequests } from '../../store/read/venue-requests.js'
import { asNumber } from '../../wire/decimals.js'
import type { RunCommand } from '../pipeline/run-command.js'

export interface VenueBooks {
  /** The requests of the account that have not ended, oldest first. */
  openRequests(accountId: string): Promise<readonly VenueRequest[]>
  findRequest(id: string): Promise<VenueRequest | null>
  /** Resolves once it is on disk: false when the request is no longer wanted. The same report again changes nothing. */
  book(accountId: string, report: VenueReport): Promise<boolean>
  /** The tokens that the account holds of the venue. */
  heldTokens(accountId: string, venue: VenueId): Promise<readonly TokenHolding[]>
  /** Compares the books with what the venue holds now; changes nothing. */
  compare(accountId: string, venue: VenueId, holdings: VenueHoldings): Promise<VenueReading>
  /**
   * Compares the books with what the venue holds at a block that they have been advanced to. A difference that a
   * reading 20 blocks before had as well halts the account.
   */
  reconcile(accountId: string, venue: VenueId, holdings: VenueHoldings): Promise<VenueReading>
}

export interface VenueBooksDependencies {
  readonly pool: Pool
  readonly contexts: AccountCache
  readonly runCommand: RunCommand
}

export const createVenueBooks = ({ pool, contexts, runCommand }: VenueBooksDependencies): VenueBooks => {
  /** By account and venue, the first reading with the differences that there still are. */
  const readings = new Map<string, VenueReading>()
  const current = async (accountId: string): Promise<Account> => {
    const account = await contexts.getCurrent(accountId)
    if (account === null) throw notFound('account')
    return account
  }
  return {
    heldTokens: async (accountId, venue) =>
      heldTokens((await current(accountId)).tokenHoldings).filter((holding) => holding.venue === venue),
    compare: async (accountId, venue, holdings) => compareWithVenue(await current(accountId), venue, holdings),
    async reconcile(accountId, venue, holdings) {
      const account = await current(accountId)
      const reading = compareWithVenue(account, venue, holdings)
      const key = `${accountId} ${venue}`
      const earlier = readings.get(key) ?? null
      const kept = keptReading(earlier, reading)
      if (kept === null) readings.delete(key)
      else readings.set(key, kept)
      const confirmed = confirmedDifferences(earlier, reading)
      if (confirmed.length > 0)
        await runCommand(
          systemCommand(account, 'halt_for_mismatch', (latest, context) =>
            decideVenueMismatch(latest, inWords(confirmed), context),
          ),
        )
      return reading
    },
    openRequests: (accountId) => listOpenVenueRequests(pool, [accountId]),
    findRequest: (id) => findVenueRequest(pool, id),
    async book(accountId, report) {
      const account = await contexts.get(accountId)
      if (account === null) throw notFound('account')
      const { text } = await runCommand<ReportAnswer>({
        kind: 'report_venue',
        accountId,
        userId: account.userId,
        origin: BY_SYSTEM,
        clientId: reportName(accountId, report),
        fingerprint: Buffer.alloc(0),
        decide: async (current, context, db) => {
          const found = report.requestId === null ? null : await findVenueRequest(db, report.requestId)
          return decideVenueReport(current, report, found?.accountId === accountId ? found : null, context)
        },
        render: ({ isWanted }) => ({ status: 200, text: isWanted ? WANTED : '{"wanted":false}' }),
        write: asNumber,
        isUrgent: true,
      })
      return text === WANTED
    },
  }
}

const WANTED = '{"wanted":true}'

function reportName(accountId: string, report: VenueReport): string {
  if ('place' in report) return chainReportName(report.place, accountId, report.kind)
  return `venue/${report.requestId}/${report.kind}/${'txHash' in report ? report.txHash : ''}`
}
