import type { Bench } from '../bench.js'
import type { Cell } from '../cell.js'
import type { SectionName } from '../flags.js'
import type { LinePlot } from '../report/svg-plot.js'

/** The ratios that have a target; `report/targets.ts` names the targets. */
export const RATIO = {
  placeToPgbench: 'order against pgbench of the same rows',
  gatedToPgbench: 'order with authentication and Redis against pgbench',
  wholeToPgbench: 'order with authentication, Redis and a webhook for every event against pgbench',
  gatedToWholeTexts: 'order with authentication and Redis against pgbench writing each text whole',
  wholeToWholeTexts:
    'order with authentication, Redis and a webhook for every event against pgbench writing each text whole',
  placeToBaseline: 'order against the plain baseline',
  cancelToPlace: 'cancel against place',
  batchToSingles: 'engine CPU of a batch of 50 orders against 50 orders alone',
  singlesToSingles: 'engine CPU of orders alone against the same again (control)',
  priceToExpress: 'GET price against stock Express answering a constant',
  accountToPrice: 'account read against GET price',
  accountsGrowth: 'cost of an order, fewest to most accounts',
  tickToScan: 'a tick that reaches nothing against a scan of the same orders',
  arming: 'slowest order until armed on the worker of another process',
  tick: 'a tick that reaches nothing',
  remark: 'every account judged at a new mark',
  webhooksToPlain: 'p99 of orders at 500/s, with a webhook for every event against without',
  streamsToNone: 'engine CPU of an order with 50 streams open against none',
  toldToNone: 'engine CPU of an order that one of 50 open streams tells against none',
  noneToNone: 'engine CPU of an order without streams against the same again (control)',
  streamLag: 'p99 from an event to its frame at 300 orders/s',
  deliveries: 'webhooks delivered in a second',
  rules: 'rules of an order, 20 positions, p50',
  rulesToNone: 'order with every rule of its plan on against none',
  ordersGrowth: 'cost of an order, fewest to most order rows',
  gateAdds: 'p50 that authentication adds to a read at 200/s, cached',
  redisHung: 'p99 of a read at 200/s with Redis hung against answering',
  gatedOrder: 'order with cached authentication against none',
  cacheGain: 'order with cached authentication against the wallet for every request',
} as const

/** Two cells of the same rounds against each other, or their difference: the median of the rounds, and their range. */
export interface Ratio {
  readonly name: string
  readonly median: number
  readonly min: number
  readonly max: number
}

export interface SectionResult {
  readonly cells: readonly Cell[]
  readonly ratios: readonly Ratio[]
  /** Notes that a reader of the figures must know. */
  readonly notes: readonly string[]
  /** Where something grows from cell to cell. */
  readonly line?: LinePlot
}

export interface Section {
  readonly name: SectionName
  readonly title: string
  readonly run: (bench: Bench) => Promise<SectionResult>
}
