import { approvalObstacle, isOpen } from './decisions.js'

it('who has proposed a split is told why another operator has to approve it', () => {
  const proposed = { status: 'PROPOSED', proposed_by: 'pia' } as const
  expect(approvalObstacle(proposed, 'pia')).toMatch(/another operator/)
  expect(approvalObstacle(proposed, 'otto')).toBeNull()
  expect(approvalObstacle({ status: 'REQUESTED', proposed_by: null }, 'pia')).toBeNull()
})

it('only what is asked for and proposed waits for an operator', () => {
  const statuses = ['REQUESTED', 'PROPOSED', 'PAID', 'REJECTED'] as const
  expect(statuses.filter((status) => isOpen({ status }))).toEqual(['REQUESTED', 'PROPOSED'])
})
