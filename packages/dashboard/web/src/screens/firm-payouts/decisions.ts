import { compare } from '@ats/sdk/numbers/decimal'
import type { AnswerOf, Operations } from '@ats/sdk/types'
import type { OperatedPayout } from '../../api/firm/firm-lists.js'
import { text } from '../../text/en/firm/payouts.js'

/** Whether it waits for an operator. */
export const isOpen = ({ status }: Pick<OperatedPayout, 'status'>): boolean =>
  status === 'REQUESTED' || status === 'PROPOSED'

type Availability = Pick<AnswerOf<Operations['getAvailablePayout']>, 'available' | 'limits'>

/** Whether the account can spare the amount; limits have it off already, where the plan has terms of payouts. */
export const coversPayout = ({ available, limits }: Availability, amount: string): boolean =>
  limits === undefined ? compare(amount, available) <= 0 : limits.every((limit) => compare(limit.amount, '0') >= 0)

/** The reason why an operator cannot approve a payout whose split is proposed; the engine refuses it for the same. */
export const approvalObstacle = (
  { status, proposed_by: by }: Pick<OperatedPayout, 'status' | 'proposed_by'>,
  operator: string,
): string | null => (status === 'PROPOSED' && by === operator ? text.ownProposal : null)
