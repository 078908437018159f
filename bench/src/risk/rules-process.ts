/**
 * Measures the cost of the rules for an order of an account with twenty positions, and with twenty working orders too:
 * the proposal, with all figures the rules use, and the rules themselves. Runs in a process of its own and prints one
 * line of JSON a round.
 */
import { matchOrder } from '@ats/trading-engine/dist/core/execution/match-order.js'
import { decidePlace } from '@ats/trading-engine/dist/core/decide/decide-place.js'
import { prepareOrder } from '@ats/trading-engine/dist/core/decide/prepare-order.js'
import { propose } from '@ats/trading-engine/dist/core/risk/propose.js'
import { evaluateRisk } from '@ats/trading-engine/dist/core/risk/evaluate.js'
import { fillTermsOf } from '@ats/trading-engine/dist/core/execution/fill-terms.js'
import { loadCatalogue } from '@ats/trading-engine/dist/market/catalogue.js'
import { createHolder } from './holder.js'

/** Microseconds an order. */
export interface RulesRound {
  readonly rules: Spread
  /** With the working orders. */
  readonly rulesAmidOrders: Spread
  /** All of the decision, the rules and the working orders in it. */
  readonly decision: Spread
}

export interface Spread {
  readonly p50: number
  readonly p99: number
  readonly max: number
}

const [orders = 20_000, rounds = 5] = process.argv.slice(2).map(Number)

interface Placing {
  /** Proposes an order and asks the rules about it. */
  readonly evaluateRules: (index: number) => void
  readonly decide: (index: number) => void
}

function createPlacing(hasOrders: boolean): Placing {
  const terms = { working: hasOrders ? 'ENTRIES' : 'NONE', hasOrderRules: false } as const
  const { account, context, order } = createHolder(loadCatalogue(), terms)
  if (account.positions.size !== 20 || account.orders.size !== (hasOrders ? 20 : 0))
    throw new Error('not twenty of each')
  const proposals = Array.from({ length: 80 }, (_order, index) => {
    const prepared = prepareOrder(account, order(index), null, context)
    if ('problem' in prepared) throw new Error('a problem with an order')
    const match = matchOrder(account, prepared.order, context.market.book(prepared.order), true)
    const fillTerms = fillTermsOf(account, prepared.order, prepared.instrument, match, 'TAKER', context.now)
    return { ...prepared, match, fillTerms }
  })
  return {
    evaluateRules(index) {
      const { order: proposed, instrument, match, fillTerms } = proposals[index % proposals.length] ?? failed()
      if (evaluateRisk(propose(account, proposed, instrument, match, fillTerms, context)).kind === 'refused') failed()
    },
    decide(index) {
      const outcome = decidePlace(account, order(index), context)
      if (outcome.kind === 'problem' || outcome.answer.order === null) failed()
    },
  }
}

function failed(): never {
  throw new Error('an order was refused: the rules of the plan were to be loose')
}

/** Spread of single runs, after as many to warm up. */
function spreadOf(run: (index: number) => void): Spread {
  for (let index = 0; index < orders; index += 1) run(index)
  const micros = new Float64Array(orders)
  for (let index = 0; index < orders; index += 1) {
    const startedAt = performance.now()
    run(index)
    micros[index] = (performance.now() - startedAt) * 1_000
  }
  micros.sort()
  const at = (share: number): number => micros[Math.min(orders - 1, Math.floor(orders * share))] ?? Number.NaN
  return { p50: at(0.5), p99: at(0.99), max: at(1) }
}

const plain = createPlacing(false)
const amidOrders = createPlacing(true)
for (let round = 0; round < rounds; round += 1) {
  const measured: RulesRound = {
    rules: spreadOf(plain.evaluateRules),
    rulesAmidOrders: spreadOf(amidOrders.evaluateRules),
    decision: spreadOf(amidOrders.decide),
  }
  process.stdout.write(`${JSON.stringify(measured)}\n`)
}
