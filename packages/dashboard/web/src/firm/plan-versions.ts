import type { PlanVersion } from '../api/firm/firm-plans.js'

/** A plan with its versions, the newest of which is in force. */
export interface PlanHistory {
  readonly id: string
  readonly inForce: PlanVersion
  readonly versions: readonly PlanVersion[]
}

/** The versions of a list by plan; the newest of each comes first there. */
export function planHistories(list: readonly PlanVersion[]): readonly PlanHistory[] {
  const byId = new Map<string, PlanVersion[]>()
  for (const version of list) byId.set(version.id, [...(byId.get(version.id) ?? []), version])
  return [...byId].flatMap(([id, versions]) => {
    const [inForce] = versions
    return inForce === undefined ? [] : [{ id, inForce, versions }]
  })
}

export const planHistory = (list: readonly PlanVersion[], id: string): PlanHistory | undefined =>
  planHistories(list).find((history) => history.id === id)

/** A version as the file that would import it: without what the engine says of it. */
export function planDocument({
  id,
  name,
  currency,
  initial_balance,
  allowed_venues,
  risk_config,
  venue_costs,
  execution,
  max_slippage_pct,
  source_url,
  verified_on,
}: PlanVersion) {
  const { trading_day, max_drawdown, daily_loss, news_freeze, exposure, objective } = risk_config
  const {
    stop_required,
    max_loss_per_idea,
    hedging,
    copying,
    flat_by,
    holding_time,
    strikes,
    inactivity,
    payouts,
    scaling,
  } = risk_config
  const rules = {
    ...(trading_day === undefined ? {} : { trading_day }),
    max_drawdown: withoutNulls(max_drawdown),
    daily_loss: daily_loss && withoutNulls(daily_loss),
    ...{ news_freeze, exposure, objective: objective && objectiveDocument(objective) },
    ...(inactivity && { inactivity }),
    ...(payouts && { payouts }),
    ...(scaling && { scaling }),
    ...(stop_required && { stop_required }),
    ...(max_loss_per_idea && { max_loss_per_idea }),
    ...(hedging && { hedging }),
    ...(copying && { copying }),
    ...(flat_by && { flat_by }),
    ...(holding_time && { holding_time }),
    ...(strikes && { strikes }),
  }
  const live = execution === 'LIVE' ? { execution, max_slippage_pct } : {}
  const source = {
    ...(source_url === undefined ? {} : { source_url }),
    ...(verified_on === undefined ? {} : { verified_on }),
  }
  return { id, name, currency, initial_balance, allowed_venues, risk_config: rules, venue_costs, ...live, ...source }
}

/** The API shows a target in dollars as a share as well, and days that count as `min_trading_days`. */
function objectiveDocument({ profit_target_pct, min_trading_days, ...rest }: Objective) {
  const target = rest.profit_target_amount === undefined ? { profit_target_pct } : {}
  const days = rest.trading_days === undefined ? { min_trading_days } : {}
  return { ...target, ...days, ...rest }
}

type Objective = NonNullable<PlanVersion['risk_config']['objective']>

/** Fields of other versions are null in the API, and absent in a file. */
const withoutNulls = (rule: object): object =>
  Object.fromEntries(Object.entries(rule).filter(([, value]) => value !== null))
