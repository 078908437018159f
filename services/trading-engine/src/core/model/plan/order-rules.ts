/**
 * The rules about orders that a plan may have beside those of every plan, in the API's field names and as decisions
 * read them. A plan without one of them has no field for it, so that stored versions stay what they are.
 */
import { rate, usd, type Rate, type Usd } from '../../values/decimal.js'
import { ASSET_CLASSES, type AssetClass } from '../market/instrument.js'

export interface OrderRules {
  readonly byClass?: Readonly<Partial<Record<AssetClass, ClassCap>>>
  readonly stopRequired?: StopRule
  readonly maxLossPerIdea?: IdeaRule
  readonly hedging?: Hedging
  readonly copying?: Copying
  /** At least one. */
  readonly flatBy?: readonly FlatByRule[]
  readonly holdingTime?: HoldingRule
  /** At least one, each of another rule. */
  readonly strikes?: readonly StrikeTerms[]
}

/** Caps on all instruments of a class; null: none of that kind. */
export interface ClassCap {
  readonly notionalMax: Usd | null
  /** Margin in percent of the initial balance. */
  readonly marginPctMax: Rate | null
  readonly positionsMax: number | null
}

/** STRIKE: it stays open, and is a strike. */
export const STOP_ACTIONS = ['CLOSE', 'STRIKE'] as const

export interface StopRule {
  /** How long a position may be without stops for all of it, in sum over its life; 0: it needs one with its entry. */
  readonly graceSeconds: number
  /** The most that a position may lose at its stops, in percent of the initial balance; null: anything. */
  readonly riskPctMax: Rate | null
  readonly action: (typeof STOP_ACTIONS)[number]
}

/** TERMINATE: the account ends. */
export const IDEA_ACTIONS = ['CLOSE', 'TERMINATE'] as const

/** An idea is all open positions of a symbol in one direction, over venues. */
export interface IdeaRule {
  /** The most that an idea may lose, in percent of the initial balance. */
  readonly pct: Rate
  readonly action: (typeof IDEA_ACTIONS)[number]
}

/** The opposite positions of a symbol that are refused: none; those of the account; those of all accounts of a user. */
export const HEDGING_MODES = ['ALLOWED', 'REFUSE_ACCOUNT', 'REFUSE_USER'] as const
export type Hedging = (typeof HEDGING_MODES)[number]

/** The links to other accounts that an account may be part of: any; those to accounts of the same user; none. */
export const COPYING_MODES = ['ALLOWED', 'OWN_ONLY', 'FORBIDDEN'] as const
export type Copying = (typeof COPYING_MODES)[number]

export const WEEKDAYS = ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT'] as const
export type Weekday = (typeof WEEKDAYS)[number]

/** WARN: it stays open, and is a strike. */
export const FLAT_ACTIONS = ['CLOSE', 'WARN'] as const

/** A moment of the week by which instruments are flat. */
export interface FlatByRule {
  /** `HH:MM` on the clock of the zone. */
  readonly time: string
  readonly timeZone: string
  readonly days: readonly Weekday[]
  /** Null: all. */
  readonly classes: readonly AssetClass[] | null
  /** For how long before it nothing may be opened. */
  readonly leadMinutes: number
  readonly severity: (typeof FLAT_ACTIONS)[number]
}

/** The rules of which a break may be a strike. */
export const STRIKE_RULES = ['stop_required', 'max_loss_per_idea', 'flat_by'] as const
export type StrikeRule = (typeof STRIKE_RULES)[number]

/** LOCK: nothing can be opened until the trading day ends; TERMINATE: the account ends. */
export const STRIKE_ACTIONS = ['LOCK', 'TERMINATE'] as const

/** The strikes of a rule at which something is done: at so many of them within days of 24 hours, and at each later. */
export interface StrikeTerms {
  readonly rule: StrikeRule
  readonly max: number
  readonly windowDays: number
  readonly action: (typeof STRIKE_ACTIONS)[number]
}

export interface WrittenStrikes {
  readonly rule: StrikeRule
  readonly max: number
  readonly window_days: number
  readonly then: StrikeTerms['action']
}

/** TRADE: each part of a position that is closed too early with a profit; what its profit was is not paid out. */
export const HOLDING_UNITS = ['TRADE'] as const

/** How long what was opened has to be held for its profit to count. */
export interface HoldingRule {
  readonly secondsMin: number
  readonly per: (typeof HOLDING_UNITS)[number]
}

export interface WrittenFlatBy {
  readonly time: string
  readonly tz: string
  readonly days: readonly Weekday[]
  readonly classes?: readonly AssetClass[]
  readonly lead_minutes: number
  readonly severity: FlatByRule['severity']
}

/** `D`: a decimal, as text or scaled. */
export interface WrittenClassCap<D> {
  readonly max_notional?: D
  readonly max_margin_pct?: D
  readonly max_positions?: number
}
export type WrittenByClass<D> = Readonly<Partial<Record<AssetClass, WrittenClassCap<D>>>>

export interface WrittenOrderRules<D> {
  readonly stop_required?: {
    readonly grace_seconds: number
    readonly max_risk_pct?: D
    readonly action: StopRule['action']
  } | null
  readonly max_loss_per_idea?: { readonly pct: D; readonly action: IdeaRule['action'] } | null
  readonly hedging?: Hedging | null
  readonly copying?: Copying | null
  readonly flat_by?: readonly WrittenFlatBy[] | null
  readonly holding_time?: { readonly min_seconds: number; readonly per: HoldingRule['per'] } | null
  readonly strikes?: readonly WrittenStrikes[] | null
}

type Read<D> = (value: D) => bigint
type Write<D> = (value: bigint) => D

/** Nothing where a plan has none of them. */
export function readOrderRules<D>(
  written: WrittenOrderRules<D>,
  byClass: WrittenByClass<D> | undefined,
  read: Read<D>,
): { readonly orderRules?: OrderRules } {
  const {
    stop_required: stop,
    max_loss_per_idea: idea,
    hedging,
    copying,
    flat_by: flatBy,
    holding_time: held,
    strikes,
  } = written
  const orderRules: OrderRules = {
    ...(byClass && { byClass: readByClass(byClass, read) }),
    ...(stop && {
      stopRequired: {
        graceSeconds: stop.grace_seconds,
        riskPctMax: stop.max_risk_pct === undefined ? null : rate(read(stop.max_risk_pct)),
        action: stop.action,
      },
    }),
    ...(idea && { maxLossPerIdea: { pct: rate(read(idea.pct)), action: idea.action } }),
    ...(hedging && { hedging }),
    ...(copying && { copying }),
    ...(flatBy && { flatBy: flatBy.map(readFlatBy) }),
    ...(held && { holdingTime: { secondsMin: held.min_seconds, per: held.per } }),
    ...(strikes && { strikes: strikes.map(readStrikes) }),
  }
  return Object.keys(orderRules).length === 0 ? {} : { orderRules }
}

const readByClass = <D>(byClass: WrittenByClass<D>, read: Read<D>): NonNullable<OrderRules['byClass']> =>
  mapClasses(byClass, ({ max_notional: notional, max_margin_pct: margin, max_positions: positionsMax = null }) => ({
    notionalMax: notional === undefined ? null : usd(read(notional)),
    marginPctMax: margin === undefined ? null : rate(read(margin)),
    positionsMax,
  }))

export function writeOrderRules<D>(
  { orderRules }: { readonly orderRules?: OrderRules },
  write: Write<D>,
): WrittenOrderRules<D> {
  const {
    stopRequired: stop,
    maxLossPerIdea: idea,
    hedging,
    copying,
    flatBy,
    holdingTime: held,
    strikes,
  } = orderRules ?? {}
  return {
    ...(stop && {
      stop_required: {
        grace_seconds: stop.graceSeconds,
        ...(stop.riskPctMax !== null && { max_risk_pct: write(stop.riskPctMax) }),
        action: stop.action,
      },
    }),
    ...(idea && { max_loss_per_idea: { pct: write(idea.pct), action: idea.action } }),
    ...(hedging && { hedging }),
    ...(copying && { copying }),
    ...(flatBy && { flat_by: flatBy.map(writeFlatBy) }),
    ...(held && { holding_time: { min_seconds: held.secondsMin, per: held.per } }),
    ...(strikes && { strikes: strikes.map(writeStrikes) }),
  }
}

/** Whether a break of one of its rules is a strike. */
export const canStrike = <D>({ stop_required: stop, flat_by: flat, strikes }: WrittenOrderRules<D>): boolean =>
  Boolean(strikes) || stop?.action === 'STRIKE' || flat?.some(({ severity }) => severity === 'WARN') === true

const readStrikes = ({ rule, max, window_days: windowDays, then: action }: WrittenStrikes): StrikeTerms => ({
  ...{ rule, max, windowDays, action },
})

export const writeStrikes = ({ rule, max, windowDays, action }: StrikeTerms): WrittenStrikes => ({
  ...{ rule, max, window_days: windowDays, then: action },
})

/** The order of what is a set does not make another rule of it. */
const readFlatBy = ({ time, tz, days, classes, lead_minutes: leadMinutes, severity }: WrittenFlatBy): FlatByRule => ({
  ...{ time, timeZone: tz, days: WEEKDAYS.filter((day) => days.includes(day)), leadMinutes, severity },
  classes: classes === undefined ? null : ASSET_CLASSES.filter((name) => classes.includes(name)),
})

const writeFlatBy = ({ time, timeZone, days, classes, leadMinutes, severity }: FlatByRule): WrittenFlatBy => ({
  ...{ time, tz: timeZone, days },
  ...(classes !== null && { classes }),
  ...{ lead_minutes: leadMinutes, severity },
})

export const writeByClass = <D>({ byClass }: OrderRules, write: Write<D>): { readonly by_class?: WrittenByClass<D> } =>
  byClass === undefined ? {} : { by_class: mapClasses(byClass, (cap) => writeCap(cap, write)) }

const writeCap = <D>({ notionalMax, marginPctMax, positionsMax }: ClassCap, write: Write<D>): WrittenClassCap<D> => ({
  ...(notionalMax !== null && { max_notional: write(notionalMax) }),
  ...(marginPctMax !== null && { max_margin_pct: write(marginPctMax) }),
  ...(positionsMax !== null && { max_positions: positionsMax }),
})

const mapClasses = <A, B>(
  byClass: Readonly<Partial<Record<AssetClass, A>>>,
  of: (cap: A) => B,
): Readonly<Partial<Record<AssetClass, B>>> =>
  Object.fromEntries(
    ASSET_CLASSES.flatMap((name) => {
      const cap = byClass[name]
      return cap === undefined ? [] : [[name, of(cap)]]
    }),
  )
