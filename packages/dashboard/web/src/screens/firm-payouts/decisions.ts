import type { OperatedPayout } from '../../api/firm/firm-lists.js'
import { text } from '../../text/en/firm/payouts.js'

/** Whether it waits for an operator. */
export const isOpen = ({ status }: Pick<OperatedPayout, 'status'>): boolean =>
  status === 'REQUESTED' || status === 'PROPOSED'

/** The reason why an operator cannot approve a payout whose split is proposed; the engine refuses it for the same. */
export const approvalObstacle = (
  { status, proposed_by: by }: Pick<OperatedPayout, 'status' | 'proposed_by'>,
  operator: string,
): string | null => (status === 'PROPOSED' && by === operator ? text.ownProposal : null)
