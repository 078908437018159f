import { decimal, formatDecimal, rate, usd } from '../../core/values/decimal.js'
import type { VenueId } from '../../core/model/market/instrument.js'
import { SLIPPAGE_PCT_DEFAULT, sourceOf, type Plan } from '../../core/model/plan/plan.js'
import { readRiskConfig, writeRiskConfig, type WrittenRules } from '../../core/model/plan/risk-config.js'
import { readVenueCosts, writeVenueCosts, type WrittenVenueCosts } from '../../core/model/market/venue-costs.js'

export interface PlanRow {
  readonly plan_id: string
  readonly plan_version: number
  readonly definition: PlanDefinition
}

/** A plan as stored: the API's own field names, decimals as text. */
interface PlanDefinition {
  readonly name: string
  readonly currency: 'USD'
  readonly initial_balance: string
  readonly allowed_venues: readonly VenueId[]
  readonly risk_config: WrittenRules<string>
  /** Plans older than venue costs have none. */
  readonly venue_costs?: WrittenVenueCosts
  /** Absent of a PAPER plan. */
  readonly execution?: 'LIVE'
  readonly max_slippage_pct?: string
  readonly source_url?: string
  readonly verified_on?: string
}

export function planOf({ plan_id: id, plan_version: version, definition }: PlanRow): Plan {
  const { name, currency, initial_balance: initialBalance, allowed_venues: allowedVenues } = definition
  return {
    id,
    version,
    name,
    currency,
    initialBalance: usd(decimal(initialBalance)),
    allowedVenues,
    risk: readRiskConfig(definition.risk_config, decimal),
    costs: readVenueCosts(definition.venue_costs),
    ...sourceOf(definition),
    ...liveTermsOf(definition),
  }
}

const liveTermsOf = ({ execution, max_slippage_pct: pct }: PlanDefinition): Pick<Plan, 'live'> =>
  execution === undefined
    ? {}
    : { live: { slippagePctMax: pct === undefined ? SLIPPAGE_PCT_DEFAULT : rate(decimal(pct)) } }

/** The content of a plan without its version. */
type PlanTerms = Omit<Plan, 'id' | 'version'>

/** The same as it is stored. */
export const definitionOf = (terms: PlanTerms): PlanDefinition => ({
  name: terms.name,
  currency: terms.currency,
  initial_balance: formatDecimal(terms.initialBalance),
  allowed_venues: terms.allowedVenues,
  risk_config: writeRiskConfig(terms.risk, formatDecimal),
  venue_costs: writeVenueCosts(terms.costs),
  ...(terms.source?.url ? { source_url: terms.source.url } : {}),
  ...(terms.source?.verifiedOn ? { verified_on: terms.source.verifiedOn } : {}),
  ...(terms.live === undefined
    ? {}
    : { execution: 'LIVE', max_slippage_pct: formatDecimal(terms.live.slippagePctMax) }),
})
