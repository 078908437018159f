import type { CopyLink } from '@ats/sdk/types'

/** Whether the follower is the user's. */
export const isFollowed = ({ role }: Pick<CopyLink, 'role'>): boolean => role !== 'LEADER'
