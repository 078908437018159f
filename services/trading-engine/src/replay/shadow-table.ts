/** The view of a firm on many shadows: who passes, which rules are broken and what is paid, under both plans. */
import type { BreachRule } from '../core/model/plan/breach.js'
import type { CountedShare } from '../core/read/odds.js'
import type { MeanInterval } from '../core/read/interval.js'
import { countedShare } from '../core/read/wilson.js'
import { ONE, usd, type Usd } from '../core/values/decimal.js'
import { bootstrapMean } from '../lab/odds/bootstrap-mean.js'
import type { ShadowResult } from './shadow-account.js'
import type { LifeBreach, LifeFigures } from './shadow-figures.js'

export interface ShadowColumn {
  /** `atMost` counts those that were not decided to their end as passed. */
  readonly passed: { readonly atLeast: CountedShare; readonly atMost: CountedShare }
  /** By the rule that has ended them, the most frequent first. */
  readonly ended: readonly { readonly reason: string; readonly accounts: CountedShare }[]
  /** By the rule that was broken and what it has done, the most frequent first. */
  readonly breaches: readonly BreachCount[]
  readonly paidOut: Usd
  /** Accounts that were paid at least once. */
  readonly paid: CountedShare
  /** The payouts of an account, in dollars; null of none. */
  readonly meanPaid: MeanInterval | null
}

export interface BreachCount extends Pick<LifeBreach, 'action'> {
  readonly rule: BreachRule
  readonly breaches: number
  readonly accounts: CountedShare
}

export interface ShadowTable {
  /** The accounts of the table: those that could be compared. */
  readonly compared: number
  readonly different: number
  readonly own: ShadowColumn
  readonly shadow: ShadowColumn
  /** The shadow less its account, in the mean: shares that pass, and dollars that are paid; null of none. */
  readonly change: { readonly passed: MeanInterval; readonly paid: MeanInterval } | null
}

export function tableOf(results: readonly ShadowResult[]): ShadowTable {
  const compared = results.filter(({ status }) => status !== 'UNKNOWN')
  return {
    compared: compared.length,
    different: compared.filter(({ status }) => status === 'DIFFERENT').length,
    own: columnOf(compared.map(({ own }) => ({ figures: own, isWhole: true }))),
    shadow: columnOf(compared.map(({ shadow, reason }) => ({ figures: shadow, isWhole: reason === null }))),
    change: changeOf(compared),
  }
}

interface Lived {
  readonly figures: LifeFigures
  readonly isWhole: boolean
}

const dollarsPaid = ({ paidOut }: LifeFigures): number => Number(paidOut) / Number(ONE)

function columnOf(lives: readonly Lived[]): ShadowColumn {
  const { length } = lives
  const passed = lives.filter(({ figures }) => figures.isPassed).length
  const open = lives.filter(({ figures, isWhole }) => !isWhole && !figures.isPassed && !isEnded(figures)).length
  const ended = new Map<string, number>()
  for (const { figures } of lives) {
    if (!isEnded(figures)) continue
    const reason = figures.stateReason ?? figures.state
    ended.set(reason, (ended.get(reason) ?? 0) + 1)
  }
  return {
    passed: { atLeast: countedShare(passed, length), atMost: countedShare(passed + open, length) },
    ended: [...ended]
      .sort(([, one], [, other]) => other - one)
      .map(([reason, count]) => ({ reason, accounts: countedShare(count, length) })),
    breaches: breachesOf(lives),
    paidOut: usd(lives.reduce((sum, { figures }) => sum + figures.paidOut, 0n)),
    paid: countedShare(lives.filter(({ figures }) => figures.paidOut > 0n).length, length),
    meanPaid: bootstrapMean(lives.map(({ figures }) => dollarsPaid(figures))),
  }
}

/** An account that has broken a rule twice is one account with two breaches. */
function breachesOf(lives: readonly Lived[]): readonly BreachCount[] {
  const counts = new Map<string, { readonly of: LifeBreach; breaches: number; readonly by: Set<LifeFigures> }>()
  for (const { figures } of lives)
    for (const breach of figures.breaches) {
      const key = `${breach.rule} ${breach.action}`
      const count = counts.get(key) ?? { of: breach, breaches: 0, by: new Set() }
      counts.set(key, count)
      count.breaches += 1
      count.by.add(figures)
    }
  return [...counts.values()]
    .sort((one, other) => other.by.size - one.by.size)
    .map(({ of: { rule, action }, breaches, by }) => ({
      ...{ rule, action, breaches },
      accounts: countedShare(by.size, lives.length),
    }))
}

/** In pairs: an account and its shadow have met the same market. */
function changeOf(compared: readonly ShadowResult[]): ShadowTable['change'] {
  const passed = bootstrapMean(compared.map(({ own, shadow }) => Number(shadow.isPassed) - Number(own.isPassed)))
  const paid = bootstrapMean(compared.map(({ own, shadow }) => dollarsPaid(shadow) - dollarsPaid(own)))
  return passed === null || paid === null ? null : { passed, paid }
}

const isEnded = ({ state }: LifeFigures): boolean => state === 'TERMINATED' || state === 'CLOSED'
