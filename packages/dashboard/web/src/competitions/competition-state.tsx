import type { Competition } from '../api/competitions.js'
import { text } from '../text/en/competitions.js'
import { useNow } from '../ui/time/clock.js'
import { ToneBadge } from '../ui/tone-badge.js'

export type CompetitionPhase = 'ahead' | 'running' | 'over'

export const phaseOf = ({ from, to }: Pick<Competition, 'from' | 'to'>, now: number): CompetitionPhase => {
  if (now >= Date.parse(to)) return 'over'
  return now < Date.parse(from) ? 'ahead' : 'running'
}

/** Whether it is ahead, running or over, as of now. */
export function CompetitionState({ competition }: { readonly competition: Pick<Competition, 'from' | 'to'> }) {
  const phase = phaseOf(competition, useNow())
  return <ToneBadge tone={phase === 'running' ? 'good' : 'plain'}>{text.states[phase]}</ToneBadge>
}
