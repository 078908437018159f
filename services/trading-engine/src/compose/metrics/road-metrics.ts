import { periodic, type LabelledFigure, type Logger, type Metrics } from '@ats/service-kit'
import type { Pool } from 'pg'
import type { TradingWallet } from '../../core/model/live/trading-wallet.js'
import { TRANSACTION_STATES } from '../../core/model/live/venue-transaction.js'
import { toNumber } from '../../core/values/decimal.js'
import type { VenueReading } from '../../core/read/reconcile.js'
import { readRoadFigures, type RoadFigures } from '../../store/venues/transactions.js'
import type { ChainView, EndpointTrouble } from '../../venues/chain/rpc/chain-client.js'

export interface RoadMetricsOptions {
  readonly metrics: Metrics
  readonly pool: Pool
  readonly logger: Logger
}

export interface RoadMetrics {
  readonly onTrouble: (endpoint: string, trouble: EndpointTrouble) => void
  readonly onView: (view: ChainView) => void
  /** Confirmed blocks that a venue's follower has not read. */
  readonly onBooked: (venue: string, left: number) => void
  readonly onReading: (wallet: TradingWallet, reading: VenueReading) => void
  readonly start: () => void
  readonly stop: () => Promise<void>
}

const COUNT_MS = 5_000
const NOTHING: RoadFigures = { byState: new Map(), oldestUnsentSeconds: 0, gasSpent: 0n }

/** Shows how live orders fare: their transactions, their gas, the endpoints, and the blocks that are not booked. */
export function createRoadMetrics({ metrics, pool, logger }: RoadMetricsOptions): RoadMetrics {
  let figures = NOTHING
  let head = 0
  const left = new Map<string, number>()
  const countTrouble = metrics.tally({
    name: 'live_rpc_troubles_total',
    help: 'Answers of RPC endpoints that were left out, by endpoint and reason.',
    labels: ['endpoint', 'trouble'],
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
  metrics.figure('live_gas_spent_native', 'Native token that trading wallets have paid, gas and values.', () =>
    toNumber(figures.gasSpent),
  )
  metrics.figure('live_chain_head', 'The newest block that a quorum of endpoints has.', () => head)
  metrics.figures(
    { name: 'live_blocks_behind', help: 'Confirmed blocks whose logs are not booked, by venue.', labels: ['venue'] },
    () => [...left].map(([venue, blocks]): LabelledFigure => [[venue], blocks]),
  )
  const differences = new Map<string, number>()
  metrics.figures(
    {
      name: 'live_differences',
      help: 'What the books and the venue of a wallet say differently, at the last comparison, by venue and wallet.',
      labels: ['venue', 'wallet'],
    },
    () => [...differences].map(([wallet, count]): LabelledFigure => [wallet.split(' '), count]),
  )
  const counting = periodic(async () => void (figures = await readRoadFigures(pool)), {
    ...{ everyMs: COUNT_MS, firstAfterMs: 0 },
    onError: (error) => logger.warn({ err: error }, 'transactions of trading wallets could not be counted'),
  })
  return {
    onTrouble: countTrouble,
    onView: (view) => void (head = view.head),
    onReading: ({ venue, address }, reading) => void differences.set(`${venue} ${address}`, reading.differences.length),
    onBooked: (venue, blocks) => void left.set(venue, blocks),
    start: counting.start,
    stop: counting.stop,
  }
}
