import { stateName } from '../text/en/common.js'
import { ToneBadge, type Tone } from './tone-badge.js'

const TONES: Readonly<Record<string, Tone>> = {
  ACTIVE: 'good',
  PASSED: 'good',
  REDUCE_ONLY: 'warning',
  HALTED: 'warning',
  TERMINATED: 'bad',
}

/** The state of an account. */
export const StateBadge = ({ state }: { readonly state: string }) => (
  <ToneBadge tone={TONES[state] ?? 'plain'}>{stateName(state)}</ToneBadge>
)
