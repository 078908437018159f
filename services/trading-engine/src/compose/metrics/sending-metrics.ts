import { periodic } from '@ats/service-kit/async'
import type { LabelledFigure, Logger, Metrics } from '@ats/service-kit/process'
import type { Pool } from 'pg'
import type { VenueId } from '../../core/model/market/instrument.js'
import { WALLET_STATES, type TradingWallet, type WalletFunds } from '../../core/model/live/trading-wallet.js'
import { TRANSACTION_STATES } from '../../core/model/live/venue-transaction.js'
import type { VenueReading } from '../../core/read/reconcile.js'
import { toNumber } from '../../core/values/decimal.js'
import { NO_FIGURES, readSendingFigures } from '../../store/venues/sending-figures.js'
import { idBefore } from '../../store/write/ids.js'
import type { SetbackStep } from '../../venues/chain/sending/wallet-view.js'
import type { ChainView, EndpointTrouble } from '../../venues/chain/rpc/chain-client.js'

export interface SendingMetricsOptions {
  readonly metrics: Metrics
  readonly pool: Pool
  readonly logger: Logger
}

export interface SendingMetrics {
  readonly onTrouble: (endpoint: string, trouble: EndpointTrouble) => void
  readonly onView: (view: ChainView) => void
  /** A step of a live request failed in a round. */
  readonly onSetback: (venue: VenueId, step: SetbackStep) => void
  readonly onReading: (wallet: TradingWallet, reading: VenueReading, funds: Pick<WalletFunds, 'native'>) => void
  /** `isFollowed`: this process reads what the venue's contracts say, and compares its wallets. */
  readonly start: (chainId: number, isFollowed: (venue: VenueId) => boolean) => void
  readonly stop: () => Promise<void>
}

/** The outcome of the last comparison of a wallet. */
interface Compared {
  readonly venue: VenueId
  readonly differences: number
  /** Native token, in budgets of a day. */
  readonly gasDays: number
}

const TROUBLES = {
  name: 'live_rpc_troubles_total',
  help: 'Answers of RPC endpoints that were left out, by endpoint and reason.',
  labels: ['endpoint', 'trouble'],
} as const

const figuresOfVenues =
  (metrics: Metrics) =>
  (name: string, help: string, read: () => ReadonlyMap<VenueId, number>): void =>
    metrics.figures({ name, help, labels: ['venue'] }, () => [...read()].map(([venue, value]) => [[venue], value]))

function foldByVenue(
  all: readonly Compared[],
  fold: (ofVenue: readonly Compared[]) => number,
): ReadonlyMap<VenueId, number> {
  const venues = [...new Set(all.map(({ venue }) => venue))]
  return new Map(venues.map((venue) => [venue, fold(all.filter((one) => one.venue === venue))]))
}

const COUNT_MS = 15_000
const HOUR_MS = 3_600_000

/** Shows how live orders fare: their transactions, their gas, the endpoints, and the blocks that are not booked. */
export function createSendingMetrics({ metrics, pool, logger }: SendingMetricsOptions): SendingMetrics {
  let figures = NO_FIGURES
  let view: { readonly at: number; readonly head: number; readonly confirmed: number } | null = null
  let isOurs: (venue: VenueId) => boolean = () => false
  const compared = new Map<string, Compared>()

  const countTrouble = metrics.tally(TROUBLES)
  const countSetback = metrics.tally({
    name: 'live_setbacks_total',
    help: 'Rounds in which what comes before a live request, its plan or its estimate failed, by venue and step.',
    labels: ['venue', 'step'],
  })
  metrics.figure(
    'live_chain_age_seconds',
    'Time since a quorum of RPC endpoints last agreed on the newest block; NaN in processes that ask none.',
    () => (view === null ? NaN : (performance.now() - view.at) / 1_000),
  )
  metrics.figure('live_chain_head', 'The newest block that a quorum of endpoints has.', () => view?.head ?? 0)
  const ofVenues = figuresOfVenues(metrics)
  ofVenues('live_blocks_behind', 'Confirmed blocks whose logs are not booked, by venue.', () => {
    const { confirmed = null } = view ?? {}
    if (confirmed === null) return new Map()
    return new Map([...figures.booked].map(([venue, block]) => [venue, Math.max(0, confirmed - block)]))
  })
  metrics.figures(
    { name: 'live_transactions', help: 'Transactions of trading wallets, by state.', labels: ['state'] },
    () => TRANSACTION_STATES.map((state): LabelledFigure => [[state], figures.byState.get(state) ?? 0]),
  )
  metrics.figure(
    'live_oldest_unsent_seconds',
    'Age of the oldest signed transaction that no endpoint has taken; 0 when there is none.',
    () => figures.oldestUnsentSeconds,
  )
  metrics.figure(
    'live_oldest_request_seconds',
    'Age of the oldest request that its venue has not taken; 0 when there is none.',
    () => figures.oldestRequestSeconds,
  )
  ofVenues('live_requests_failed', 'Requests of the last hour that have failed, by venue.', () => figures.failed)
  ofVenues(
    'live_exits_lost',
    'Stops and targets of the last hour that were dropped or moved at a venue without a request of ours, by venue.',
    () => figures.exitsLost,
  )
  ofVenues(
    'live_tokens_held',
    'Tokens that accounts hold as their venue has paid them instead of USDC, and that are not swept, by venue.',
    () => figures.tokensHeld,
  )
  metrics.figure('live_gas_spent_native', 'Native token that trading wallets have paid, gas and values.', () =>
    toNumber(figures.gasSpent),
  )
  ofVenues(
    'live_gas_budget_used_ratio',
    'The share of its budget of the day that a wallet has used, the largest of a venue.',
    () => figures.budgetUsed,
  )
  metrics.figures({ name: 'live_wallets', help: 'Trading wallets, by state.', labels: ['state'] }, () =>
    WALLET_STATES.map((state): LabelledFigure => [[state], figures.wallets.get(state) ?? 0]),
  )
  const ofCompared = (fold: (all: readonly Compared[]) => number): ReadonlyMap<VenueId, number> =>
    foldByVenue(
      [...compared.values()].filter(({ venue }) => isOurs(venue)),
      fold,
    )
  ofVenues(
    'live_wallet_gas_days',
    'Native token of a wallet in budgets of a day, the least of a venue that this process follows.',
    () => ofCompared((all) => Math.min(...all.map(({ gasDays }) => gasDays))),
  )
  ofVenues(
    'live_differences',
    'What books and venue say differently of all wallets, at the last comparison, by venue that this process follows.',
    () => ofCompared((all) => all.reduce((sum, { differences }) => sum + differences, 0)),
  )

  let counting: ReturnType<typeof periodic> | null = null
  return {
    onTrouble: countTrouble,
    onSetback: countSetback,
    onView: ({ head, confirmed }) => void (view = { at: performance.now(), head, confirmed: confirmed.number }),
    onReading({ venue, address, gasPerDayMax }, { differences }, { native }) {
      const gasDays = gasPerDayMax === 0n ? Infinity : Number(native) / Number(gasPerDayMax)
      compared.set(address, { venue, differences: differences.length, gasDays })
    },
    start(chainId, isFollowed) {
      isOurs = isFollowed
      const count = async (): Promise<void> => {
        figures = await readSendingFigures(pool, chainId, idBefore(HOUR_MS))
      }
      counting = periodic(count, {
        ...{ everyMs: COUNT_MS, firstAfterMs: 0 },
        onError: (error) => logger.warn({ err: error }, 'transactions of trading wallets could not be counted'),
      })
      counting.start()
    },
    async stop() {
      await counting?.stop()
    },
  }
}
