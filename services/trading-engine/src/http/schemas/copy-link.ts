/** Bodies of requests about links between accounts. */
import { named } from '@ats/service-kit/http'
import Joi from 'joi'
import {
  COPIED_KINDS,
  LOT_ROUNDINGS,
  REFUSAL_ACTIONS,
  SIZING_MODES,
  type CopiedKind,
  type CopyTerms,
  type LotRounding,
  type Sizing,
  type SizingMode,
} from '../../core/model/copy-link.js'
import { decimal, quantity } from '../../core/values/decimal.js'
import { oneOf } from '../../wire/codec/schemas.js'
import {
  closedObject,
  positiveDecimal,
  positiveDecimalOrNull,
  sibling,
  symbolField,
  uuidField,
  worded,
} from './fields.js'

export interface SizingBody {
  readonly mode: SizingMode
  readonly value: bigint
  readonly max_quantity?: bigint | null
  readonly rounding: LotRounding
}

interface TermsBody {
  readonly copy: readonly CopiedKind[]
  readonly on_refusal: CopyTerms['onRefusal']
  readonly max_delay_ms: number
}

export interface CreateCopyLinkBody extends TermsBody {
  readonly leader_account_id: string
  readonly follower_account_id: string
  readonly sizing: SizingBody
  readonly symbols?: readonly string[]
  readonly max_slippage_pct?: bigint
}

export interface ChangeCopyLinkBody extends Partial<TermsBody> {
  readonly status?: 'ACTIVE' | 'PAUSED'
  readonly sizing?: SizingBody
  /** Null: all. */
  readonly symbols?: readonly string[] | null
  readonly max_slippage_pct?: bigint | null
}

const VALUE_MAX: Readonly<Record<SizingMode, bigint | null>> = {
  FIXED: null,
  MULTIPLIER: decimal('1000'),
  EQUITY_RATIO: decimal('1000'),
  RISK_PCT: decimal('100'),
}
const HUNDRED = decimal('100')
const SYMBOLS_MAX = 100
const DELAY_MS = { min: 100, max: 600_000, usual: 5_000 }

const sizingFields = {
  mode: oneOf(SIZING_MODES)
    .required()
    .description(
      'FIXED: a quantity for an order of the leader. MULTIPLIER: of its quantity. EQUITY_RATIO: likewise, scaled by ' +
        'equity. RISK_PCT: percent of the equity that is lost at the stop of the leader.',
    ),
  value: worded(
    positiveDecimal.custom((value: bigint, joi) => {
      const most = VALUE_MAX[sibling(joi, 'mode') as SizingMode] ?? null
      return most !== null && value > most ? joi.error('sizing.most') : value
    }),
    { 'sizing.most': '{{#label}} is at most 1000, of RISK_PCT at most 100' },
  ).required(),
  rounding: oneOf(LOT_ROUNDINGS).default('DOWN').description('To whole lots.'),
}
const MOST = 'The most for an order of the leader. Absent: anything.'

const sizing = named(
  'CopySizing',
  closedObject<SizingBody>({ ...sizingFields, max_quantity: positiveDecimal.description(MOST) }),
)

/** In a body that keeps its nulls. */
const changedSizing = named(
  'ChangedCopySizing',
  closedObject<SizingBody>({ ...sizingFields, max_quantity: positiveDecimalOrNull.description(MOST) }),
)

const pct = (field: Joi.AnySchema<bigint>): Joi.AnySchema<bigint> =>
  worded(
    field.custom((value: bigint | null, joi) => (value !== null && value > HUNDRED ? joi.error('pct.most') : value)),
    { 'pct.most': '{{#label}} is at most 100' },
  ).description('How much worse than the leader’s price an entry may fill. Absent: at any price.')

const symbols = worded(Joi.array<readonly string[]>().items(symbolField).min(1).max(SYMBOLS_MAX), {
  'array.base': '{{#label}} must be a list of symbols',
  'array.min': '{{#label}} must have at least one symbol: leave it out for all',
  'array.max': `{{#label}} may have at most ${SYMBOLS_MAX} symbols`,
})

const copies = worded(Joi.array<readonly CopiedKind[]>().items(oneOf(COPIED_KINDS)).min(1).unique(), {
  'array.base': `{{#label}} must be a list of ${COPIED_KINDS.join(', ')}`,
  'array.min': '{{#label}} must have at least one of them',
  'array.unique': '{{#label}} has one of them twice',
})
const onRefusal = oneOf(REFUSAL_ACTIONS)
const delay = worded(Joi.number().strict().integer().min(DELAY_MS.min).max(DELAY_MS.max), {
  'number.base': '{{#label}} must be a whole number of milliseconds',
}).description('How late an entry may be after the fill of the leader, in milliseconds. Exits are never too late.')

/** POST /v1/copy-links */
export const createCopyLinkBody = named(
  'CreateCopyLink',
  closedObject<CreateCopyLinkBody>({
    leader_account_id: uuidField.required().description('An account of the caller.'),
    follower_account_id: worded(
      uuidField.custom((value: string, joi) =>
        sibling(joi, 'leader_account_id') === value ? joi.error('follower.leader') : value,
      ),
      { 'follower.leader': '{{#label}} must be another account than the leader' },
    )
      .required()
      .description('Of the caller, or of another user, who is invited by this.'),
    sizing: sizing.required(),
    symbols: symbols.description('Absent: all.'),
    copy: copies.default(COPIED_KINDS),
    on_refusal: onRefusal.default('SKIP').description('PAUSE: an entry that is refused pauses the link.'),
    max_slippage_pct: pct(positiveDecimal),
    max_delay_ms: delay.default(DELAY_MS.usual),
  }),
)

const RUNNING = ['ACTIVE', 'PAUSED'] as const
const CHANGED = ['status', 'sizing', 'symbols', 'copy', 'on_refusal', 'max_slippage_pct', 'max_delay_ms'] as const

/** PATCH /v1/copy-links/:copy_link_id */
export const changeCopyLinkBody = named(
  'ChangeCopyLink',
  closedObject<ChangeCopyLinkBody>({
    status: oneOf(RUNNING, 'RunningCopyLinkStatus').description(
      'ACTIVE accepts an invitation, or goes on after a pause.',
    ),
    sizing: changedSizing,
    symbols: symbols.allow(null).description('null: all.'),
    copy: copies,
    on_refusal: onRefusal,
    max_slippage_pct: pct(positiveDecimalOrNull),
    max_delay_ms: delay,
  })
    .or(...CHANGED)
    .meta({ jsonSchema: { minProperties: 1 } }),
)

export const toSizing = ({ mode, value, max_quantity: most, rounding }: SizingBody): Sizing => ({
  ...{ mode, value, rounding },
  quantityMax: most === undefined || most === null ? null : quantity(most),
})
