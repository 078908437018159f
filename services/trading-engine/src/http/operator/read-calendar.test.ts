import type { RequestError } from '@ats/service-kit/process'
import type { Instruments } from '../../core/model/decision-context.js'
import { eventsOf } from './read-calendar.js'

test('of very many symbols that are not listed, only those that are told are looked for', async () => {
  const candidates = jest.fn(() => [])
  const instruments: Pick<Instruments, 'resolve' | 'candidates'> = { resolve: () => undefined, candidates }
  const symbols = Array.from({ length: 100 }, (_, index) => `NOPE${index}`)
  const event = { id: 'a', title: 'a', at: 0, impact: 'LOW', symbols } as const
  const events = Array.from({ length: 100 }, () => event)
  const visitor = { owner: '', isGone: () => false }
  const error: unknown = await eventsOf({ events }, instruments, visitor).catch((refused: unknown) => refused)
  expect(error).toMatchObject({ code: 'invalid_payload' })
  expect((error as RequestError).details['issues']).toHaveLength(50)
  expect(candidates.mock.calls.length).toBeLessThan(60)
})
