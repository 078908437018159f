import { compare, divide, multiply, subtract, type Decimal } from '@ats/sdk/numbers/decimal'
import type { Account, Risk } from '@ats/sdk/types'
import type { Reading } from '../ui/reading.js'

/** A floor of the account: all that may be lost, what is left of it, and the equity at which it is broken. */
export interface FloorLimit {
  readonly allowance: Decimal
  readonly remaining: Decimal
  readonly floor: Decimal
}

const ruleOf = (risk: Risk, name: Risk['rules'][number]['rule']) => risk.rules.find(({ rule }) => rule === name)

/** The drawdown: its allowance is the plan's share of the initial balance. Null where the engine does not tell it. */
export function drawdownLimit({ risk_config: config }: Pick<Account, 'risk_config'>, risk: Risk): FloorLimit | null {
  const rule = ruleOf(risk, 'max_drawdown')
  if (rule === undefined || rule.headroom === null) return null
  const allowance = divide(multiply(config.initial_balance, config.max_drawdown.pct), '100')
  return { allowance, remaining: rule.headroom, floor: rule.limit }
}

/** The daily loss: its allowance lies between its base, which the last reset has set, and its floor. */
export function dailyLossLimit(risk: Risk): FloorLimit | null {
  const rule = ruleOf(risk, 'daily_loss_limit')
  if (rule === undefined || rule.headroom === null) return null
  return { allowance: subtract(risk.daily_loss.base, rule.limit), remaining: rule.headroom, floor: rule.limit }
}

/** The share that is left before the account breaks a rule, of what the plan allows, in percent. */
function roomLeft(risk: Risk): Decimal {
  const shares = [ruleOf(risk, 'max_drawdown'), ruleOf(risk, 'daily_loss_limit')].flatMap(
    (rule) => rule?.headroom_pct ?? [],
  )
  return shares.reduce((least, share) => (compare(share, least) < 0 ? share : least), shares[0] ?? '0')
}

/** Nothing can be done with the account any more. */
export const hasEnded = (state: string): boolean => state === 'TERMINATED' || state === 'CLOSED'

export interface AccountRisk {
  readonly account: Account
  readonly risk: Reading<Risk>
}

/** Accounts that can still trade, the least room first (unknown room before all), and apart those that have ended. */
export function worstFirst(accounts: readonly AccountRisk[]): {
  readonly live: readonly AccountRisk[]
  readonly ended: readonly AccountRisk[]
} {
  const stateOf = ({ account, risk }: AccountRisk): string => risk.value?.state ?? account.state
  const live = accounts.filter((row) => !hasEnded(stateOf(row)))
  const ordered = live.toSorted((a, b) => {
    const [first, second] = [a.risk.value, b.risk.value]
    if (first === undefined || second === undefined) return Number(first !== undefined) - Number(second !== undefined)
    return compare(roomLeft(first), roomLeft(second))
  })
  return { live: ordered, ended: accounts.filter((row) => hasEnded(stateOf(row))) }
}
