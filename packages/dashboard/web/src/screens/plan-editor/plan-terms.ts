import { compare, expand, type Decimal } from '@ats/sdk/numbers/decimal'
import { isTimeZone } from '../../ui/time/wall-time.js'
import { nodeAt, type JsonNode } from './json/parse-json.js'

const MODES = ['STATIC', 'TRAILING_EOD', 'TRAILING_INTRADAY'] as const
const BASES = ['INITIAL', 'BALANCE', 'EQUITY', 'HIGHER_OF'] as const
const ACTIONS = ['TERMINATE', 'LOCK'] as const
const SCOPES = ['OPENING', 'ALL'] as const
const IMPACTS = ['LOW', 'MEDIUM', 'HIGH'] as const

export interface DrawdownTerms {
  readonly mode: (typeof MODES)[number]
  readonly pct: Decimal
  readonly locks: boolean
}

export interface DailyTerms {
  readonly pct: Decimal
  readonly base: (typeof BASES)[number]
  readonly resetTime: string
  readonly resetZone: string
  readonly warnAtPct: Decimal
  readonly action: (typeof ACTIONS)[number]
}

export interface ExposureTerms {
  readonly symbolMax: Decimal
  readonly totalMax: Decimal
  readonly leverageMax: Decimal
  readonly marginMode: 'CROSS' | 'ISOLATED'
}

export interface ObjectiveTerms {
  readonly targetPct: Decimal
  readonly days: number
}

export interface NewsTerms {
  readonly before: number
  readonly after: number
  readonly impacts: readonly (typeof IMPACTS)[number][]
  readonly scope: (typeof SCOPES)[number]
}

/** The rules of a plan that is being written, each as far as it can be understood: null where it cannot. */
export interface PlanTerms {
  readonly initial: Decimal | null
  readonly drawdown: DrawdownTerms | null
  readonly daily: DailyTerms | null
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
    drawdown: readDrawdown(nodeAt(rules, ['max_drawdown'])),
    daily: readDaily(nodeAt(rules, ['daily_loss'])),
    exposure: readExposure(nodeAt(rules, ['exposure'])),
    objective: readObjective(nodeAt(rules, ['objective'])),
    news: readNews(nodeAt(rules, ['news_freeze'])),
  }
}

function readDrawdown(node: JsonNode | undefined): DrawdownTerms | null {
  const mode = oneOf(MODES, nodeAt(node, ['mode']))
  const pct = percent(nodeAt(node, ['pct']))
  const locks = flag(nodeAt(node, ['lock_at_initial']))
  return mode === null || pct === null || locks === null ? null : { mode, pct, locks }
}

function readDaily(node: JsonNode | undefined): DailyTerms | null {
  const [pct, base] = [percent(nodeAt(node, ['pct'])), oneOf(BASES, nodeAt(node, ['base']))]
  const [time, zone] = [text(nodeAt(node, ['reset_time'])), text(nodeAt(node, ['reset_tz']))]
  const warnAtPct = decimal(nodeAt(node, ['warn_at_pct']))
  const action = oneOf(ACTIONS, nodeAt(node, ['action']))
  if (pct === null || base === null || action === null || warnAtPct === null || compare(warnAtPct, '100') > 0)
    return null
  if (time === null || !/^(?:[01]\d|2[0-3]):[0-5]\d$/.test(time) || zone === null || !isTimeZone(zone)) return null
  return { pct, base, warnAtPct, action, resetTime: time, resetZone: zone }
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
  const [targetPct, days] = [percent(nodeAt(node, ['profit_target_pct'])), whole(nodeAt(node, ['min_trading_days']))]
  return targetPct === null || days === null ? null : { targetPct, days }
}

function readNews(node: JsonNode | undefined): NewsTerms | 'none' | null {
  if (node === undefined || node.kind === 'null') return 'none'
  const [before, after] = [whole(nodeAt(node, ['before_minutes'])), whole(nodeAt(node, ['after_minutes']))]
  const scope = oneOf(SCOPES, nodeAt(node, ['scope']))
  const listed = nodeAt(node, ['impacts'])
  const named = listed?.kind === 'array' ? listed.items.map((item) => oneOf(IMPACTS, item)) : []
  const impacts = IMPACTS.filter((impact) => named.includes(impact))
  if (before === null || after === null || scope === null || impacts.length === 0 || named.includes(null)) return null
  return { before, after, impacts, scope }
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
