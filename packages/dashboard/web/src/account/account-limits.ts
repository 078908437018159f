import { compare, type Decimal } from '@ats/sdk/numbers/decimal'
import type { Account, Risk } from '@ats/sdk/types'
import type { Reading } from '../ui/reading.js'

/** A floor of the account: all that may be lost, what is left of it, and the equity at which it is broken. */
export interface FloorLimit {
  readonly allowance: Decimal
  readonly remaining: Decimal
  readonly floor: Decimal
}

const ruleOf = (risk: Risk, name: Risk['rules'][number]['rule']) => risk.rules.find(({ rule }) => rule === name)

const limitOf = (risk: Risk, name: Risk['rules'][number]['rule']): FloorLimit | null => {
  const rule = ruleOf(risk, name)
  if (rule === undefined || rule.headroom === null) return null
  return { allowance: rule.allowance, remaining: rule.headroom, floor: rule.limit }
}

/** Null where the engine does not tell it, or the plan has no such rule. */
export const drawdownLimit = (risk: Risk): FloorLimit | null => limitOf(risk, 'max_drawdown')
export const dailyLossLimit = (risk: Risk): FloorLimit | null => limitOf(risk, 'daily_loss_limit')

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
