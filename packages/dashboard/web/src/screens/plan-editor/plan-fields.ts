import type { JsonNode } from './json/parse-json.js'
import { DAILY_LOSS, FLOOR_SECTIONS } from './sections/floors.js'
import { OBJECTIVE_SECTIONS } from './sections/objective.js'
import { ORDER_SECTIONS } from './sections/order-rules.js'
import { PAYOUT_SECTIONS } from './sections/payouts.js'
import { field, optionalField, type PlanField, type PlanSection } from './sections/section.js'

const COSTS = 'venue_costs'

export const PLAN_SECTIONS: readonly PlanSection[] = [
  {
    name: 'plan',
    fields: [
      field('id', 'text'),
      field('name', 'text'),
      field('currency', 'choice', ['USD']),
      field('initial_balance', 'decimal'),
      field('allowed_venues', 'set', ['GMX', 'OSTIUM']),
      optionalField('source_url', 'text'),
      optionalField('verified_on', 'text'),
    ],
  },
  ...FLOOR_SECTIONS,
  ...OBJECTIVE_SECTIONS,
  ...PAYOUT_SECTIONS,
  ...ORDER_SECTIONS,
  {
    name: 'costs',
    fields: [
      field(`${COSTS}.borrowing`, 'flag'),
      field(`${COSTS}.rollover`, 'flag'),
      field(`${COSTS}.oracle_fee`, 'flag'),
      field(`${COSTS}.overnight_leverage`, 'choice', ['OFF', 'LIMIT', 'CLOSE']),
    ],
    optional: {
      path: COSTS,
      template: { borrowing: false, rollover: false, oracle_fee: false, overnight_leverage: 'OFF' },
      off: 'absent',
    },
  },
  {
    name: 'execution',
    fields: [
      { ...field('execution', 'choice', ['PAPER', 'LIVE']), absent: 'PAPER' },
      { ...optionalField('max_slippage_pct', 'decimal'), onlyWith: { name: 'execution', values: ['LIVE'] } },
    ],
  },
]

const PLAN_FIELDS: readonly PlanField[] = PLAN_SECTIONS.flatMap(({ fields }) => fields)

/** Written with a step of scaling; the engine takes no other value. */
const SETTLED = ['risk_config.scaling.when.all']

export const pathOf = (name: string): readonly string[] => name.split('.')

/** A name without the places in lists: `flat_by.0.time` is a `flat_by.time`. */
const withoutPlaces = (name: string): string =>
  pathOf(name)
    .filter((step) => !/^\d+$/.test(step))
    .join('.')

/** The field at a place of a document. */
export function fieldAt(name: string): PlanField | undefined {
  const plain = withoutPlaces(name)
  const found = PLAN_FIELDS.find((known) => known.name === plain)
  return found && { ...found, name }
}

/** The section of a field at a place of a document. */
export const sectionOf = (name: string): PlanSection | undefined =>
  PLAN_SECTIONS.find(({ fields }) => fields.some((known) => known.name === withoutPlaces(name)))

/** The fields of an item of a list. */
export const itemFields = ({ fields, list }: PlanSection, place: number): readonly PlanField[] =>
  list === undefined
    ? fields
    : fields.map((known) => ({ ...known, name: `${list.path}.${place}${known.name.slice(list.path.length)}` }))

/** A new plan, before anything of it is said. */
export const EMPTY_PLAN = {
  id: '',
  name: '',
  currency: 'USD',
  initial_balance: '100000',
  allowed_venues: ['GMX', 'OSTIUM'],
  risk_config: {
    trading_day: { reset_time: '00:00', reset_tz: 'UTC' },
    max_drawdown: {
      ...{ mode: 'STATIC', pct: '10', includes_open_pnl: true, evaluation: 'INTRADAY', on_first_payout: 'KEEP' },
    },
    daily_loss: DAILY_LOSS,
    news_freeze: null,
    exposure: {
      ...{ max_symbol_notional: '500000', max_total_notional: '1000000', max_leverage: '20' },
      ...{ max_open_orders: 200, max_positions: 50, margin_mode: 'CROSS' },
    },
    objective: null,
  },
}

/** The paths of all that is in the document but not on the form: it stays as it is. */
export function unknownPaths(root: JsonNode, path: readonly string[] = []): readonly string[] {
  const name = path.join('.')
  const plain = withoutPlaces(name)
  const known = fieldAt(name)
  const isWhole = known !== undefined && (known.object === undefined || root.kind !== 'object')
  if (isWhole || SETTLED.includes(plain)) return []
  if (plain !== '' && !PLAN_FIELDS.some((known) => known.name.startsWith(`${plain}.`))) return [name]
  if (root.kind === 'object')
    return root.members.flatMap((member) => unknownPaths(member.value, [...path, member.name]))
  return root.kind === 'array' ? root.items.flatMap((item, place) => unknownPaths(item, [...path, String(place)])) : []
}
