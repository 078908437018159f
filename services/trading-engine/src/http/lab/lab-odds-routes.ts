/** Odds by the real core, over drawn days of a tape. */
import { named, type Route } from '@ats/service-kit/http'
import Joi from 'joi'
import { usd } from '../../core/values/decimal.js'
import type { TapeOddsRequest } from '../../lab/odds/resample/ask-tape-odds.js'
import type { TapeOdds } from '../../lab/odds/resample/tape-odds.js'
import { asNumber } from '../../wire/decimals.js'
import { oneOf } from '../../wire/codec/schemas.js'
import { tapeOddsCodec } from '../../wire/lab/tape-odds-codec.js'
import { route, type Caller } from '../caller.js'
import { closedObject, positiveDecimal, textField, uuidField } from '../schemas/fields.js'
import { whole } from './lab-numbers.js'

export interface LabOdds {
  /** @throws 400, 404; 429 while the user has others under way */
  readonly ask: (request: TapeOddsRequest) => Promise<TapeOdds>
  readonly read: (userId: string, oddsId: string) => TapeOdds
  readonly end: (userId: string, oddsId: string) => TapeOdds
}

interface TapeOddsBody {
  readonly method: 'TAPE_RESAMPLE'
  readonly run_ids?: readonly string[]
  readonly account_id?: string
  readonly tape?: string
  readonly plan_id?: string
  readonly program_id?: string
  readonly attempts: number
  readonly days: number
  readonly block_days: number
  readonly seed: number
  readonly fee?: bigint
}

const RUNS_MAX = 20

const body = named(
  'AskLabOdds',
  closedObject<TapeOddsBody>({
    method: oneOf(['TAPE_RESAMPLE'], 'LabOddsMethod').default('TAPE_RESAMPLE'),
    run_ids: Joi.array<readonly string[]>()
      .items(uuidField.required())
      .min(1)
      .max(RUNS_MAX)
      .unique()
      .description('Runs of the caller: what was filled in them, on their tapes.'),
    account_id: uuidField.description('Instead: what was filled in an account of the caller, on the days of `tape`.'),
    tape: textField(128).description('The name or the id of a kept tape.'),
    plan_id: textField(64).description('Default: the rules that were recorded.'),
    program_id: textField(64),
    attempts: whole(10, 10_000).default(1_000),
    days: whole(1, 365).default(60).description('Of an attempt, for each phase.'),
    block_days: Joi.number().strict().min(1).max(60).default(5).description('The mean length of a block.'),
    seed: whole(0, 2 ** 32 - 1).default(1),
    fee: positiveDecimal.description('The price of an attempt.'),
  })
    .xor('run_ids', 'account_id')
    .and('account_id', 'tape')
    .oxor('plan_id', 'program_id'),
)

const tags = ['lab']
const ONE = '/v1/lab/odds/:odds_id'
const params = { odds_id: 'uuid' } as const
const nouns = { odds_id: 'odds' }
const schema = tapeOddsCodec.schema

export const labOddsRoutes = ({ odds }: { readonly odds: LabOdds }): readonly Route<Caller>[] => [
  route('any', {
    method: 'POST',
    path: '/v1/lab/odds',
    operationId: 'startLabOdds',
    summary: 'Work out the odds of a record with the core that trades',
    description:
      'Plays attempts over days of a tape that are drawn in blocks, with the orders of those days (docs/LABORATORY.md). ' +
      'GET them until they are DONE. 429 while others of the caller are RUNNING.',
    tags,
    body,
    responses: { 202: { description: 'It has begun.', schema } },
    errors: ['not_found'],
    handler: async ({ principal: { userId }, body: of }) => ({
      status: 202,
      text: tapeOddsCodec.json(await odds.ask(requestOf(userId, of)), asNumber),
    }),
  }),
  route('any', {
    method: 'GET',
    path: ONE,
    operationId: 'getLabOdds',
    summary: 'Odds that were asked for, and how far they are',
    tags,
    ...{ params, nouns },
    responses: { 200: { description: 'As they are.', schema } },
    errors: ['not_found'],
    handler: ({ principal: { userId }, params: { odds_id } }) => ({
      status: 200,
      text: tapeOddsCodec.json(odds.read(userId, odds_id), asNumber),
    }),
  }),
  route('any', {
    method: 'DELETE',
    path: ONE,
    operationId: 'endLabOdds',
    summary: 'Stop working out odds',
    tags,
    ...{ params, nouns },
    responses: { 200: { description: 'As they were last.', schema } },
    errors: ['not_found'],
    handler: ({ principal: { userId }, params: { odds_id } }) => ({
      status: 200,
      text: tapeOddsCodec.json(odds.end(userId, odds_id), asNumber),
    }),
  }),
]

const requestOf = (userId: string, of: TapeOddsBody): TapeOddsRequest => ({
  ...{ userId, runIds: of.run_ids ?? null, planId: of.plan_id ?? null, programId: of.program_id ?? null },
  account: of.account_id === undefined ? null : { id: of.account_id, tape: of.tape ?? '' },
  ...{ attempts: of.attempts, days: of.days, meanBlock: of.block_days, seed: of.seed, fee: usd(of.fee ?? 0n) },
})
