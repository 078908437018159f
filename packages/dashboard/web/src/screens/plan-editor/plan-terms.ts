import { compare, expand, type Decimal } from '@ats/sdk/numbers/decimal'
import { isTimeZone } from '../../ui/time/wall-time.js'
import { nodeAt, type JsonNode } from './json/parse-json.js'

const MODES = ['STATIC', 'TRAILING_EOD', 'TRAILING_CLOSED', 'TRAILING_INTRADAY', 'PCT_OF_PEAK'] as const
const PEAKS = ['BALANCE', 'EQUITY'] as const
const REFERENCES = ['BALANCE', 'EQUITY', 'HIGHER_OF', 'DAY_HIGH'] as const
const BASES = ['INITIAL', 'REFERENCE'] as const
const EVALUATIONS = ['INTRADAY', 'END_OF_DAY'] as const
const ACTIONS = ['TERMINATE', 'LOCK'] as const
const SCOPES = ['OPENING', 'ALL'] as const
const TREATMENTS = ['FREEZE', 'EXCLUDE_PROFIT', 'FACTOR'] as const
const IMPACTS = ['LOW', 'MEDIUM', 'HIGH'] as const

/** A share in percent, or money. */
export type Loss = { readonly pct: Decimal } | { readonly amount: Decimal }

interface JudgedTerms {
  readonly loss: Loss
  /** Equity is compared with the floor; else the balance. */
  readonly includesOpenPnl: boolean
  readonly isAtReset: boolean
}

export interface DrawdownTerms extends JudgedTerms {
  readonly mode: (typeof MODES)[number]
  readonly peakOf: (typeof PEAKS)[number]
  readonly stop: 'TARGET' | { readonly offset: Decimal } | null
}

export interface DailyTerms extends JudgedTerms {
  readonly reference: (typeof REFERENCES)[number]
  readonly amountBase: (typeof BASES)[number]
  readonly warnAtPct: Decimal
  readonly action: (typeof ACTIONS)[number]
}

export interface DayTerms {
  readonly resetTime: string
  readonly resetZone: string
}

export interface ExposureTerms {
  readonly symbolMax: Decimal
  readonly totalMax: Decimal
  readonly leverageMax: Decimal
  readonly marginMode: 'CROSS' | 'ISOLATED'
}

export interface ObjectiveTerms {
  readonly target: Loss
  readonly isFlat: boolean
  readonly days: number
}

export interface NewsTerms {
  readonly before: number
  readonly after: number
  readonly impacts: readonly (typeof IMPACTS)[number][]
  readonly scope: (typeof SCOPES)[number]
  readonly treatment: (typeof TREATMENTS)[number]
}

/** The rules of a plan that is being written, each as far as it can be understood: null where it cannot. */
export interface PlanTerms {
  readonly initial: Decimal | null
  readonly day: DayTerms | null
  readonly drawdown: DrawdownTerms | null
  /** `none`: no day has a limit. */
  readonly daily: DailyTerms | 'none' | null
  readonly exposure: ExposureTerms | null
  /** `none`: the plan has no such rule. */
  readonly objective: ObjectiveTerms | 'none' | null
  readonly news: NewsTerms | 'none' | null
}

const DECIMAL = /^\d{1,20}(?:\.\d{1,18})?$/

/** Reads rules for examples alone: whether a plan can be imported the engine decides. */
export function readTerms(root: JsonNode): PlanTerms {
  const rules = nodeAt(root, ['risk_config'])
  return {
    initial: positive(nodeAt(root, ['initial_balance'])),
    day: readDay(nodeAt(rules, ['trading_day'])),
    drawdown: readDrawdown(nodeAt(rules, ['max_drawdown'])),
    daily: readDaily(nodeAt(rules, ['daily_loss'])),
    exposure: readExposure(nodeAt(rules, ['exposure'])),
    objective: readObjective(nodeAt(rules, ['objective'])),
    news: readNews(nodeAt(rules, ['news_freeze'])),
  }
}

function readDay(node: JsonNode | undefined): DayTerms | null {
  const [time, zone] = [text(nodeAt(node, ['reset_time'])), text(nodeAt(node, ['reset_tz']))]
  if (time === null || !/^(?:[01]\d|2[0-3]):[0-5]\d$/.test(time) || zone === null || !isTimeZone(zone)) return null
  return { resetTime: time, resetZone: zone }
}

function readDrawdown(node: JsonNode | undefined): DrawdownTerms | null {
  const mode = oneOf(MODES, nodeAt(node, ['mode']))
  const judged = readJudged(node)
  const stop = readStop(nodeAt(node, ['lock_at']))
  const needsPeak = mode === 'TRAILING_EOD' || mode === 'PCT_OF_PEAK'
  const peakOf = needsPeak ? oneOf(PEAKS, nodeAt(node, ['peak_of'])) : mode === 'TRAILING_CLOSED' ? 'BALANCE' : 'EQUITY'
  if (mode === null || judged === null || stop === undefined || peakOf === null) return null
  if (mode === 'PCT_OF_PEAK' && 'amount' in judged.loss) return null
  return { mode, peakOf, stop, ...judged }
}

function readDaily(node: JsonNode | undefined): DailyTerms | 'none' | null {
  if (node === undefined || node.kind === 'null') return 'none'
  const judged = readJudged(node)
  const reference = oneOf(REFERENCES, nodeAt(node, ['reference']))
  const action = oneOf(ACTIONS, nodeAt(node, ['action']))
  const warnAtPct = decimal(nodeAt(node, ['warn_at_pct']))
  if (judged === null || reference === null || action === null || warnAtPct === null) return null
  const amountBase = 'pct' in judged.loss ? oneOf(BASES, nodeAt(node, ['amount_base'])) : 'INITIAL'
  if (amountBase === null || compare(warnAtPct, '100') > 0) return null
  return { reference, amountBase, warnAtPct, action, ...judged }
}

function readJudged(node: JsonNode | undefined): JudgedTerms | null {
  const loss = readShare(nodeAt(node, ['pct']), nodeAt(node, ['amount']))
  const [includes, at] = [nodeAt(node, ['includes_open_pnl']), nodeAt(node, ['evaluation'])]
  const includesOpenPnl = includes === undefined ? true : flag(includes)
  const evaluation = at === undefined ? 'INTRADAY' : oneOf(EVALUATIONS, at)
  if (loss === null || includesOpenPnl === null || evaluation === null) return null
  return { loss, includesOpenPnl, isAtReset: evaluation === 'END_OF_DAY' }
}

/** One of the two has to be there. */
function readShare(share: JsonNode | undefined, money: JsonNode | undefined): Loss | null {
  if ((share === undefined) === (money === undefined)) return null
  const [pct, amount] = [percent(share), positive(money)]
  return pct !== null ? { pct } : amount !== null ? { amount } : null
}

/** Undefined where it cannot be understood. */
function readStop(node: JsonNode | undefined): DrawdownTerms['stop'] | undefined {
  if (node === undefined || node.kind === 'null') return null
  if (text(node) === 'TARGET') return 'TARGET'
  const offset = decimal(nodeAt(node, ['offset']))
  return offset === null ? undefined : { offset }
}

function readExposure(node: JsonNode | undefined): ExposureTerms | null {
  const [symbolMax, totalMax, leverageMax] = ['max_symbol_notional', 'max_total_notional', 'max_leverage'].map((name) =>
    positive(nodeAt(node, [name])),
  )
  const mode = nodeAt(node, ['margin_mode'])
  const marginMode = mode === undefined ? 'ISOLATED' : oneOf(['CROSS', 'ISOLATED'] as const, mode)
  if (!symbolMax || !totalMax || !leverageMax || marginMode === null || compare(leverageMax, '1') < 0) return null
  return { symbolMax, totalMax, leverageMax, marginMode }
}

function readObjective(node: JsonNode | undefined): ObjectiveTerms | 'none' | null {
  if (node === undefined || node.kind === 'null') return 'none'
  const target = readShare(nodeAt(node, ['profit_target_pct']), nodeAt(node, ['profit_target_amount']))
  const days = whole(nodeAt(node, ['trading_days', 'min']) ?? nodeAt(node, ['min_trading_days']))
  const mustBeFlat = nodeAt(node, ['require_flat'])
  const isFlat = mustBeFlat === undefined ? true : flag(mustBeFlat)
  return target === null || days === null || isFlat === null ? null : { target, isFlat, days }
}

function readNews(node: JsonNode | undefined): NewsTerms | 'none' | null {
  if (node === undefined || node.kind === 'null') return 'none'
  const [before, after] = [whole(nodeAt(node, ['before_minutes'])), whole(nodeAt(node, ['after_minutes']))]
  const scope = oneOf(SCOPES, nodeAt(node, ['scope']))
  const listed = nodeAt(node, ['impacts'])
  const named = listed?.kind === 'array' ? listed.items.map((item) => oneOf(IMPACTS, item)) : []
  const impacts = IMPACTS.filter((impact) => named.includes(impact))
  const said = nodeAt(node, ['treatment'])
  const treatment = said === undefined ? 'FREEZE' : oneOf(TREATMENTS, said)
  if (before === null || after === null || scope === null || treatment === null) return null
  return impacts.length === 0 || named.includes(null) ? null : { before, after, impacts, scope, treatment }
}

const text = (node: JsonNode | undefined): string | null => (node?.kind === 'string' ? node.text : null)

const flag = (node: JsonNode | undefined): boolean | null => (node?.kind === 'boolean' ? node.text === 'true' : null)

const oneOf = <T extends string>(values: readonly T[], node: JsonNode | undefined): T | null =>
  values.find((value) => value === text(node)) ?? null

function decimal(node: JsonNode | undefined): Decimal | null {
  const value = node?.kind === 'number' ? expand(node.text) : text(node)
  return value !== null && DECIMAL.test(value) ? value : null
}

function positive(node: JsonNode | undefined): Decimal | null {
  const value = decimal(node)
  return value === null || compare(value, '0') <= 0 ? null : value
}

function percent(node: JsonNode | undefined): Decimal | null {
  const value = positive(node)
  return value === null || compare(value, '100') > 0 ? null : value
}

const whole = (node: JsonNode | undefined): number | null =>
  node?.kind === 'number' && /^\d{1,6}$/.test(node.text) ? Number(node.text) : null
