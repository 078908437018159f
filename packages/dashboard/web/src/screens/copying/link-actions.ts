import type { CopyLink } from '@ats/sdk/types'
import { isFollowed } from './is-followed.js'

export type LinkAction = 'accept' | 'decline' | 'withdraw' | 'pause' | 'resume' | 'end'

/** Lists what the user may do to a link. */
export function actionsOf(link: CopyLink): readonly LinkAction[] {
  const { status } = link
  if (status === 'ENDED') return []
  if (status === 'INVITED') return isFollowed(link) ? ['accept', 'decline'] : ['withdraw']
  if (!isFollowed(link)) return ['end']
  return [status === 'ACTIVE' ? 'pause' : 'resume', 'end']
}

export const isFinal = (action: LinkAction): boolean => ['decline', 'withdraw', 'end'].includes(action)
