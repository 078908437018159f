import type { Challenge } from '../api/challenges.js'
import { text } from '../text/en/challenges.js'
import { ToneBadge, type Tone } from '../ui/tone-badge.js'

const TONES: Readonly<Record<Challenge['status'], Tone>> = {
  IN_PROGRESS: 'good',
  AWAITING_REVIEW: 'warning',
  AWAITING_KYC: 'warning',
  AWAITING_CONTRACT: 'warning',
  FUNDED: 'good',
  FAILED: 'bad',
  CLOSED: 'plain',
}

/** How far a challenge is. */
export const ChallengeStatus = ({ status }: Pick<Challenge, 'status'>) => (
  <ToneBadge tone={TONES[status]}>{text.statuses[status]}</ToneBadge>
)
