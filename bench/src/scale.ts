/** How long and how much: a full run, or one that only shows that everything runs. */
import type { Flags } from './flags.js'

export interface Scale {
  readonly cellMs: number
  /** Wait for a fresh engine to trust its memory: it has to be alone on its database for four seconds. 0: no wait. */
  readonly settleMs: number
  /** How often cells that are compared take turns. */
  readonly rounds: number
  /** Where nothing else is said. */
  readonly accounts: number
  readonly accountsOfGrowth: readonly number[]
  readonly orderRowsOfGrowth: readonly number[]
  readonly market: { readonly accounts: number; readonly ordersPerAccount: number; readonly armed: number }
  /** Delivered in one go. */
  readonly webhooks: number
  /** Pairs of cells with webhooks and without. */
  readonly tellingRounds: number
  /** Pairs of cells whose CPU is compared, at most: they end once the ratio is known to ± 0.03. */
  readonly pairs: number
  /** Orders of one measurement, and pairs of cells with rules and without. */
  readonly risk: { readonly orders: number; readonly rounds: number }
  /** Requests of one cell that has to be prepared first: cancels, closes. */
  readonly preparedRequests: number
  /** Size of the account with a long past, and the number of requests to each route. */
  readonly blocking: { readonly rows: number; readonly warmups: number; readonly repetitions: number }
}

export function scaleOf({ isQuick, cellSeconds }: Pick<Flags, 'isQuick' | 'cellSeconds'>): Scale {
  const scale = isQuick ? QUICK : FULL
  return cellSeconds === undefined ? scale : { ...scale, cellMs: cellSeconds * 1000 }
}

const FULL: Scale = {
  cellMs: 6_000,
  settleMs: 5_000,
  rounds: 3,
  accounts: 10_000,
  accountsOfGrowth: [1_000, 10_000, 100_000],
  orderRowsOfGrowth: [0, 1_000_000],
  market: { accounts: 10_000, ordersPerAccount: 10, armed: 200 },
  webhooks: 20_000,
  tellingRounds: 5,
  pairs: 40,
  risk: { orders: 20_000, rounds: 5 },
  preparedRequests: 10_000,
  blocking: { rows: 100_000, warmups: 2, repetitions: 3 },
}

const QUICK: Scale = {
  cellMs: 300,
  settleMs: 0,
  rounds: 1,
  accounts: 100,
  accountsOfGrowth: [50, 100],
  orderRowsOfGrowth: [0, 2_000],
  market: { accounts: 100, ordersPerAccount: 10, armed: 5 },
  webhooks: 500,
  tellingRounds: 1,
  pairs: 1,
  risk: { orders: 500, rounds: 1 },
  preparedRequests: 60,
  blocking: { rows: 2_000, warmups: 1, repetitions: 1 },
}
