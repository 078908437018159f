import type { Route } from '@ats/service-kit/http'
import { invalidPayload } from '@ats/service-kit/process'
import type { Pool } from 'pg'
import type { OddsAnswer, OddsQuestion, SampledTrade, TradeModel } from '../../core/read/odds.js'
import { usd } from '../../core/values/decimal.js'
import { prepareOdds } from '../../queries/prepare-odds.js'
import type { ReadAccount } from '../../queries/read-account.js'
import { decimalWriter } from '../../wire/decimals.js'
import { oddsCodec } from '../../wire/odds-codec.js'
import { route, type Caller } from '../caller.js'
import { ODDS_BYTES_MAX, oddsBody, type OddsBody } from '../schemas/odds.js'
import { decimalsQuery } from '../schemas/queries.js'

export interface LabRouteDependencies {
  readonly pool: Pool
  readonly readAccount: ReadAccount
  /** Answers apart from the event loop; 429 while the user has another question, or too many wait. */
  readonly askOdds: (
    question: OddsQuestion,
    caller: { readonly userId: string; readonly isGone: () => boolean },
  ) => Promise<OddsAnswer>
}

/** More than a question may take, with the few before it. */
const ANSWERED_WITHIN_MS = 30_000

const ZERO = usd(0n)

export const labRoutes = (dependencies: LabRouteDependencies): readonly Route<Caller>[] => [
  route('any', {
    method: 'POST',
    path: '/v1/lab/odds',
    operationId: 'getOdds',
    summary: 'The odds of a trader under a plan or a program',
    description:
      'Plays attempts with days drawn from closed trades or a model (docs/LABORATORY.md). 429 while another question of ' +
      'the user is being answered, and where one takes too long.',
    tags: ['lab'],
    query: decimalsQuery,
    body: oddsBody,
    bodyBytesMax: ODDS_BYTES_MAX,
    responses: { 200: { description: 'Estimates, with what they assume.', schema: oddsCodec.schema } },
    errors: ['not_found'],
    needsCaller: true,
    answerWithinMs: ANSWERED_WITHIN_MS,
    handler: async ({ principal: { userId }, body, query, isGone }) => {
      requirePlan(body)
      const question = await prepareOdds(dependencies, {
        userId,
        accountId: body.account_id ?? null,
        trades: body.trades ?? null,
        model: body.model === undefined ? null : modelOf(body.model),
        planId: body.plan_id ?? null,
        programId: body.program_id ?? null,
        balance: body.balance === undefined ? null : usd(body.balance),
        method: body.method ?? (body.model === undefined ? 'BLOCK_BOOTSTRAP' : 'PARAMETRIC'),
        meanBlock: body.block_days ?? 5,
        attempts: body.attempts ?? 1_000,
        days: body.days ?? 60,
        seed: body.seed ?? 1,
        fee: usd(body.fee ?? 0n),
        variants: body.variants ?? [],
        variantsTried: body.variants_tried ?? 1,
      })
      const answer = await dependencies.askOdds(question, { userId, isGone })
      return { status: 200, text: oddsCodec.json(answer, decimalWriter(query.decimals)) }
    },
  }),
]

function requirePlan({ account_id: accountId, plan_id: planId, program_id: programId }: OddsBody): void {
  if (accountId === undefined && planId === undefined && programId === undefined) {
    const message = 'plan_id or program_id is required, unless the plan of account_id is meant'
    throw invalidPayload([{ path: ['plan_id'], code: 'any.required', message }])
  }
}

const modelOf = (model: NonNullable<OddsBody['model']>): TradeModel => ({
  tradesPerDay: model.trades_per_day,
  winRate: model.win_rate_pct / 100,
  win: tradeOf(model.average_win),
  loss: tradeOf(0n - model.average_loss),
})

const tradeOf = (net: bigint): SampledTrade => ({
  net: usd(net),
  best: net > 0n ? usd(net) : ZERO,
  worst: net < 0n ? usd(0n - net) : ZERO,
})
