import fc from 'fast-check'
import type { OracleRules, PathStep, Symbol } from './loss-oracle.js'

const INITIAL = 100_000
const loss = fc.oneof(
  fc.constantFrom(1, 2, 3, 5, 8, 10).map((pct) => ({ pct })),
  fc.constantFrom(1_500, 3_000, 4_000, 6_000).map((amount) => ({ amount })),
)
const judged = { evaluation: fc.constantFrom('INTRADAY' as const, 'END_OF_DAY' as const), includes: fc.boolean() }
const stop = fc.constantFrom<OracleRules['drawdown']['lock_at']>(
  ...[undefined, undefined, { offset: 0 }, { offset: 100 }, 'TARGET' as const],
)

const drawdown = fc
  .record({
    mode: fc.constantFrom<OracleRules['drawdown']['mode']>(
      ...(['STATIC', 'TRAILING_EOD', 'TRAILING_CLOSED', 'TRAILING_INTRADAY', 'PCT_OF_PEAK'] as const),
    ),
    loss,
    peakOf: fc.constantFrom('BALANCE' as const, 'EQUITY' as const),
    stop,
    onFirstPayout: fc.constantFrom('KEEP' as const, 'INITIAL' as const),
    ...judged,
  })
  .map(({ mode, loss: lost, peakOf, stop: lock, onFirstPayout, evaluation, includes }): OracleRules['drawdown'] => ({
    mode,
    ...(mode === 'PCT_OF_PEAK' && 'amount' in lost ? { pct: 4 } : lost),
    ...(mode === 'TRAILING_EOD' || mode === 'PCT_OF_PEAK' ? { peak_of: peakOf } : {}),
    ...(mode === 'STATIC' || lock === undefined ? {} : { lock_at: lock }),
    ...{ on_first_payout: onFirstPayout, evaluation, includes_open_pnl: includes },
  }))

const daily = fc
  .record({
    loss,
    reference: fc.constantFrom('BALANCE' as const, 'EQUITY' as const, 'HIGHER_OF' as const, 'DAY_HIGH' as const),
    base: fc.constantFrom('INITIAL' as const, 'REFERENCE' as const),
    action: fc.constantFrom('TERMINATE' as const, 'LOCK' as const),
    ...judged,
  })
  .map(({ loss: lost, reference, base, action, evaluation, includes }): NonNullable<OracleRules['daily']> => ({
    ...lost,
    reference,
    ...('pct' in lost ? { amount_base: base } : {}),
    action,
    evaluation: action === 'LOCK' ? 'INTRADAY' : evaluation,
    includes_open_pnl: includes,
  }))

export const lossRules: fc.Arbitrary<OracleRules> = fc.record({
  initial: fc.constant(INITIAL),
  target: fc.constant(6_000),
  drawdown,
  daily: fc.option(daily, { freq: 5 }),
})

const symbol = fc.constantFrom<Symbol>('BTC-USD', 'SOL-USD')
const UNITS: Readonly<Record<Symbol, number>> = { 'BTC-USD': 0.5, 'SOL-USD': 200 }

/** Percent of the price before; a step of a path that does not know yet where prices are. */
type Move =
  | { readonly kind: 'move'; readonly symbol: Symbol; readonly pct: number }
  | { readonly kind: 'open' | 'close'; readonly symbol: Symbol; readonly parts: number }
  | PathStep

const move: fc.Arbitrary<Move> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('move' as const),
      symbol,
      pct: fc.constantFrom(-9, -4, -2.5, -1.5, -1, -0.5, 0.5, 1, 2, 3, 6),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constantFrom('open' as const, 'close' as const),
      symbol,
      parts: fc.integer({ min: 1, max: 2 }),
    }),
  },
  { weight: 3, arbitrary: fc.constant<PathStep>({ kind: 'reset' }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constantFrom('payout' as const, 'credit' as const),
      amount: fc.constantFrom(250, 1_000, 2_500),
    }),
  },
)

/** Long positions alone, of no more than the initial balance together: equity stays above 0. */
export const lossPath: fc.Arbitrary<readonly PathStep[]> = fc
  .array(move, { minLength: 4, maxLength: 24 })
  .map((moves) => {
    const prices = { 'BTC-USD': 50_000, 'SOL-USD': 100 }
    const held = { 'BTC-USD': 0, 'SOL-USD': 0 }
    return moves.flatMap((each): readonly PathStep[] => {
      switch (each.kind) {
        case 'move':
          prices[each.symbol] = Math.round(prices[each.symbol] * (100 + each.pct)) / 100
          return [{ kind: 'price', symbol: each.symbol, price: prices[each.symbol] }]
        case 'open': {
          if (held[each.symbol] >= 3) return []
          held[each.symbol] += each.parts
          return [{ kind: 'trade', symbol: each.symbol, quantity: each.parts * UNITS[each.symbol] }]
        }
        case 'close': {
          const parts = Math.min(each.parts, held[each.symbol])
          if (parts === 0) return []
          held[each.symbol] -= parts
          return [{ kind: 'trade', symbol: each.symbol, quantity: -parts * UNITS[each.symbol] }]
        }
        default:
          return [each]
      }
    })
  })
