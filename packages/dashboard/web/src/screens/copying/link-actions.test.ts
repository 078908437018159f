import type { CopyLink } from '@ats/sdk/types'
import { actionsOf } from './link-actions.js'

const of = (role: CopyLink['role'], status: CopyLink['status']) => actionsOf({ role, status } as CopyLink)

test('the owner of the follower accepts, pauses and ends; that of the leader alone only ends', () => {
  expect(of('FOLLOWER', 'INVITED')).toEqual(['accept', 'decline'])
  expect(of('LEADER', 'INVITED')).toEqual(['withdraw'])
  expect([of('BOTH', 'ACTIVE'), of('FOLLOWER', 'PAUSED')]).toEqual([
    ['pause', 'end'],
    ['resume', 'end'],
  ])
  expect([of('LEADER', 'ACTIVE'), of('BOTH', 'ENDED')]).toEqual([['end'], []])
})
