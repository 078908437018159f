/** The view of a firm on many shadows: how many pass, what ends the others and what is paid, under both plans. */
import { usd, type Usd } from '../core/values/decimal.js'
import type { CountedShare } from '../core/read/odds.js'
import { countedShare } from '../core/read/wilson.js'
import type { ShadowResult } from './shadow-account.js'
import type { LifeFigures } from './shadow-figures.js'

export interface ShadowColumn {
  /** `atMost` counts those that were not decided to their end as passed. */
  readonly passed: { readonly atLeast: CountedShare; readonly atMost: CountedShare }
  /** By the rule that has ended them, the most frequent first. */
  readonly ended: readonly { readonly reason: string; readonly accounts: number }[]
  readonly paidOut: Usd
}

export interface ShadowTable {
  /** The accounts of the table: those that could be compared. */
  readonly compared: number
  readonly different: number
  readonly own: ShadowColumn
  readonly shadow: ShadowColumn
}

export function tableOf(results: readonly ShadowResult[]): ShadowTable {
  const compared = results.filter(({ status }) => status !== 'UNKNOWN')
  return {
    compared: compared.length,
    different: compared.filter(({ status }) => status === 'DIFFERENT').length,
    own: columnOf(compared.map(({ own }) => ({ figures: own, isWhole: true }))),
    shadow: columnOf(compared.map(({ shadow, reason }) => ({ figures: shadow, isWhole: reason === null }))),
  }
}

interface Lived {
  readonly figures: LifeFigures
  readonly isWhole: boolean
}

function columnOf(lives: readonly Lived[]): ShadowColumn {
  const passed = lives.filter(({ figures }) => figures.isPassed).length
  const open = lives.filter(({ figures, isWhole }) => !isWhole && !figures.isPassed && !isEnded(figures)).length
  const ended = new Map<string, number>()
  for (const { figures } of lives) {
    if (!isEnded(figures)) continue
    const reason = figures.stateReason ?? figures.state
    ended.set(reason, (ended.get(reason) ?? 0) + 1)
  }
  return {
    passed: { atLeast: countedShare(passed, lives.length), atMost: countedShare(passed + open, lives.length) },
    ended: [...ended].map(([reason, accounts]) => ({ reason, accounts })).sort((a, b) => b.accounts - a.accounts),
    paidOut: usd(lives.reduce((sum, { figures }) => sum + figures.paidOut, 0n)),
  }
}

const isEnded = ({ state }: LifeFigures): boolean => state === 'TERMINATED' || state === 'CLOSED'
