import type { OperatedAccount } from '../../api/firm/firm.js'

type Standing = Pick<OperatedAccount, 'state' | 'holds'>

/** The hold that `release` would lift: a halt (an operator's, or after a venue mismatch), else the lock of the day. */
export function releasable({ state, holds }: Standing): 'halt' | 'lock' | null {
  if (state === 'TERMINATED' || state === 'CLOSED') return null
  if (holds.some(({ kind }) => kind === 'operator' || kind === 'venue_mismatch')) return 'halt'
  return holds.some(({ kind }) => kind === 'daily_lock') ? 'lock' : null
}

/** A halt can be put on what still trades, also where something else holds it. */
export const canHalt = ({ state, holds }: Standing): boolean =>
  ['ACTIVE', 'REDUCE_ONLY', 'HALTED'].includes(state) && !holds.some(({ kind }) => kind === 'operator')

export const canClose = ({ state }: Standing): boolean => state !== 'TERMINATED' && state !== 'CLOSED'

/** Tells whether a breach has ended the account: it may go on as it was before. */
export const canReverse = ({ state }: Pick<Standing, 'state'>): boolean => state === 'TERMINATED'

const REFERENCE = /^[A-Za-z0-9._:-]{1,64}$/

export const isReference = (text: string): boolean => REFERENCE.test(text)

/** All that an operator may do to an account, in the order of the buttons. */
export const ACTIONS = ['release', 'halt', 'reverse', 'capital', 'adjust', 'close'] as const
export type Action = (typeof ACTIONS)[number]

/** The name under which the form of an action outlives a login. */
export const draftName = (action: Action, accountId: string): string => `${action} ${accountId}`
