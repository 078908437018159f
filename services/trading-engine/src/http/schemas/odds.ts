/** The body of a question about odds. */
import { named } from '@ats/service-kit/http'
import Joi from 'joi'
import type { DatedTrade } from '../../queries/prepare-odds.js'
import { ODDS_METHODS, type OddsMethod } from '../../core/read/odds.js'
import { abs, decimalFromNumber, max, parseDecimal, usd } from '../../core/values/decimal.js'
import { oneOf } from '../../wire/codec/schemas.js'
import { closedObject, positiveDecimal, uuidField, worded } from './fields.js'

/** A body of as many trades and variants as there may be. */
export const ODDS_BYTES_MAX = 131_072
const TRADES_MAX = 500
const VARIANTS_MAX = 50
const ATTEMPTS_MAX = 10_000
const DAYS_MAX = 365
const TRADES_A_DAY_MAX = 50
/** In dollars: what a trade may win or lose. */
const AMOUNT_MAX = 1_000_000_000
const SEED_MAX = 2 ** 32 - 1

export interface OddsBody {
  readonly account_id?: string
  readonly trades?: readonly DatedTrade[]
  readonly model?: {
    readonly trades_per_day: number
    readonly win_rate_pct: number
    readonly average_win: bigint
    readonly average_loss: bigint
  }
  readonly plan_id?: string
  readonly program_id?: string
  readonly balance?: bigint
  readonly method?: OddsMethod
  readonly block_days?: number
  readonly attempts?: number
  readonly days?: number
  readonly seed?: number
  readonly fee?: bigint
  readonly variants?: readonly (readonly number[])[]
  readonly variants_tried?: number
}

/** For the document alone. */
const amountField = Joi.alternatives(Joi.number(), Joi.string())
const number = (least: number, most: number) => Joi.number().strict().min(least).max(most)
const wholeNumber = (least: number, most: number) => number(least, most).integer()

/** Checked by hand: there may be hundreds, and joi takes a while for each. */
const tradesField = worded(Joi.any<readonly DatedTrade[]>().custom(toTrades), {
  'trades.base': `{{#label}} must be a list of 1 to ${TRADES_MAX} objects of day, net, and optionally best and worst`,
  'trades.day': '{{#label}}[{{#place}}].day must be a date such as 2026-03-02',
  'trades.amount': `{{#label}}[{{#place}}].{{#name}} must be a decimal of at most ${AMOUNT_MAX} in size; best and worst are not negative`,
  'trades.name': '{{#label}}[{{#place}}] has a field that is not known; there are day, net, best and worst',
}).meta({
  items: named(
    'OddsTrade',
    closedObject<Readonly<Record<'day' | 'net' | 'best' | 'worst', unknown>>>({
      day: Joi.string().required(),
      net: amountField.required(),
      best: amountField,
      worst: amountField,
    }),
  ),
  jsonSchema: { type: 'array', minItems: 1, maxItems: TRADES_MAX },
})

const NAMES = new Set(['day', 'net', 'best', 'worst'])
const DATE = /^\d{4}-\d{2}-\d{2}$/

function toTrades(value: unknown, joi: Joi.CustomHelpers): readonly DatedTrade[] | Joi.ErrorReport {
  if (!Array.isArray(value) || value.length === 0 || value.length > TRADES_MAX) return joi.error('trades.base')
  const trades: DatedTrade[] = []
  for (const [place, trade] of (value as readonly unknown[]).entries()) {
    if (typeof trade !== 'object' || trade === null || Array.isArray(trade)) return joi.error('trades.base')
    const { day, net, best, worst } = trade as Readonly<Record<string, unknown>>
    if (Object.keys(trade).some((name) => !NAMES.has(name))) return joi.error('trades.name', { place })
    if (typeof day !== 'string' || !isDate(day)) return joi.error('trades.day', { place })
    const amounts = { net: toAmount(net), best: toAmount(best ?? 0), worst: toAmount(worst ?? 0) }
    const wrong = (['net', 'best', 'worst'] as const).find((name) => {
      const amount = amounts[name]
      return amount === null || (name !== 'net' && amount < 0n)
    })
    if (wrong !== undefined) return joi.error('trades.amount', { place, name: wrong })
    const [result, up, down] = [amounts.net ?? 0n, amounts.best ?? 0n, amounts.worst ?? 0n]
    const isMarked = best !== undefined && worst !== undefined
    trades.push({ day, isMarked, net: usd(result), best: usd(max(up, result)), worst: usd(max(down, 0n - result)) })
  }
  return trades
}

const FROM = '1970-01-01'
const UNTIL = '2100-01-01'

function isDate(text: string): boolean {
  if (!DATE.test(text) || text < FROM || text >= UNTIL) return false
  const at = Date.parse(`${text}T00:00:00Z`)
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text)
}

const AMOUNT_LIMIT = BigInt(AMOUNT_MAX) * 10n ** 18n

function toAmount(value: unknown): bigint | null {
  if (typeof value !== 'number' && typeof value !== 'string') return null
  const amount = typeof value === 'number' ? decimalFromNumber(value) : parseDecimal(value)
  return amount !== null && abs(amount) <= AMOUNT_LIMIT ? amount : null
}

const variantsField = worded(Joi.any<readonly (readonly number[])[]>().custom(toVariants), {
  'variants.base': `{{#label}} must be a list of 2 to ${VARIANTS_MAX} lists of numbers, one a day, all of the same length`,
}).meta({
  jsonSchema: {
    type: 'array',
    minItems: 2,
    maxItems: VARIANTS_MAX,
    items: { type: 'array', items: { type: 'number' } },
    description: 'What each has earned on each of the same days.',
  },
})

function toVariants(value: unknown, joi: Joi.CustomHelpers): readonly (readonly number[])[] | Joi.ErrorReport {
  if (!Array.isArray(value) || value.length < 2 || value.length > VARIANTS_MAX) return joi.error('variants.base')
  const lists = value as readonly unknown[]
  const [first] = lists
  const length = Array.isArray(first) ? first.length : 0
  const isList = (list: unknown): list is readonly number[] =>
    Array.isArray(list) &&
    list.length === length &&
    list.every((result) => typeof result === 'number' && Math.abs(result) <= AMOUNT_MAX)
  return length > 0 && lists.every(isList) ? lists : joi.error('variants.base')
}

const idField = Joi.string().max(64)

const smallDecimal = worded(
  positiveDecimal.custom((value: bigint, joi) => (value > AMOUNT_LIMIT ? joi.error('amount.max') : value)),
  { 'amount.max': `{{#label}} must be at most ${AMOUNT_MAX}` },
)

export const oddsBody = named(
  'AskOdds',
  closedObject<OddsBody>({
    account_id: uuidField,
    trades: tradesField,
    model: named(
      'OddsModel',
      closedObject<NonNullable<OddsBody['model']>>({
        trades_per_day: number(0.01, TRADES_A_DAY_MAX).required(),
        win_rate_pct: number(0, 100).required(),
        average_win: smallDecimal.required(),
        average_loss: smallDecimal.required(),
      }),
    ),
    plan_id: idField.description('Default: the plan of the account.'),
    program_id: idField,
    balance: smallDecimal.description(
      'The initial balance that `trades` or `model` are of: sizes are scaled to the plan’s.',
    ),
    method: oneOf(ODDS_METHODS, 'OddsMethod').description('Default: BLOCK_BOOTSTRAP; of a model PARAMETRIC.'),
    block_days: number(1, 60).description('Default: 5.'),
    attempts: wholeNumber(10, ATTEMPTS_MAX).description('Default: 1000.'),
    days: wholeNumber(1, DAYS_MAX).description('Default: 60.'),
    seed: wholeNumber(0, SEED_MAX).description('Default: 1.'),
    fee: smallDecimal,
    variants: variantsField,
    variants_tried: wholeNumber(1, 1_000_000),
  })
    .xor('account_id', 'trades', 'model')
    .oxor('plan_id', 'program_id'),
)
