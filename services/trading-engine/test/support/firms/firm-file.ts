/** The files of `docs/examples/firms`: a plan of a firm, and a path through it that was worked out by hand. */
import type { BreachRule } from '../../../src/core/model/plan/breach.js'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { WrittenRules } from '../../../src/core/model/plan/risk-config.js'

export interface FirmFile {
  readonly firm: string
  readonly source_url: string
  readonly verified_on: string
  /** The entry of a file of plans. */
  readonly plan: {
    readonly id: string
    readonly source_url: string
    readonly verified_on: string
    readonly initial_balance: string
    readonly risk_config: WrittenRules<string>
  }
  /** The values that the plan takes where the source says nothing. */
  readonly notes: readonly string[]
  /** The rules of the firm that a plan cannot say. */
  readonly not_covered: readonly string[]
  readonly path: {
    /** Day 1 is that of the opening; nothing happens on days that are left out. Amounts are dollars. */
    readonly days: readonly { readonly day: number; readonly steps: readonly FirmStep[] }[]
    readonly expected: FirmResult
  }
  /** How the expected figures come about, in words. */
  readonly worked: readonly string[]
}

/**
 * equity: a position is open, and marked so that the equity is this; balance: the same, and then it is closed at that
 * mark, so that the balance is this. Both open one first where none is. open_with_stop: one is opened with a stop that
 * would lose this, if the rules let it. payout: so much is paid out; "all": as much as can be.
 */
export type FirmStep =
  | { readonly equity: string }
  | { readonly balance: string }
  | { readonly open_with_stop: string }
  | { readonly payout: string }

export interface FirmResult {
  /** After the last step of each day, before its reset; daily: null where the plan has none. */
  readonly floors: readonly { readonly day: number; readonly drawdown: string; readonly daily: string | null }[]
  /** Orders that were refused, with the names of the rules. */
  readonly refused?: readonly { readonly day: number; readonly rules: readonly string[] }[]
  /** Days on which a crossing has locked the account to the reset. */
  readonly locks?: readonly Crossed[]
  /** Days on which the limit of an idea has closed the position, without a breach. */
  readonly closed_by_idea?: readonly number[]
  /** Absent: the account is still traded. */
  readonly passed?: { readonly day: number }
  readonly terminated?: Crossed & { readonly rule: BreachRule }
  /** Where the plan has the rule: as it stands at the end. */
  readonly consistency?: {
    readonly best: string
    readonly total: string
    /** The percentage, to two digits; null where nothing was earned on the whole. */
    readonly score: string | null
    readonly required_profit: string
    readonly still_needed: string
    readonly met: boolean
  }
  readonly payouts?: readonly { readonly day: number; readonly amount: string; readonly trader: string }[]
  /** The most that could be paid out at the end, unless the account was terminated. */
  readonly payable?: {
    readonly amount: string
    /** The rest where the plan has payout terms: the trader's share, and the conditions that are not met yet. */
    readonly trader?: string
    readonly not_yet?: readonly string[]
  }
}

interface Crossed {
  readonly day: number
  readonly floor: string
  /** The figure that was compared with the floor. */
  readonly value: string
}

const FOLDER = join(__dirname, '../../../../../docs/examples/firms')

export const FIRM_FILES: readonly (readonly [name: string, file: FirmFile])[] = readdirSync(FOLDER)
  .filter((name) => name.endsWith('.json'))
  .sort()
  .map((name) => [name.replace('.json', ''), JSON.parse(readFileSync(join(FOLDER, name), 'utf8')) as FirmFile])

/** The time of a step since the opening, at noon: each is half a minute after the one before. */
export const secondsAt = (day: number, step: number): number => (day - 1) * 86_400 + (step + 1) * 30

/** The text of an amount, to the cent, without zeros at its end. */
export const inCents = (amount: number): string => String(Math.round(amount * 100) / 100)
