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
}: PlanVersion) {
  const { max_drawdown, daily_loss, news_freeze, exposure, objective } = risk_config
  const rules = { max_drawdown, daily_loss, news_freeze, exposure, objective }
  const live = execution === 'LIVE' ? { execution, max_slippage_pct } : {}
  return { id, name, currency, initial_balance, allowed_venues, risk_config: rules, venue_costs, ...live }
}
