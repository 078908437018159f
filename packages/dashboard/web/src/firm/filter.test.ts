import { filterParams, readFilter, splitBounds, withinBounds, type FilterFields } from './filter.js'

const FIELDS = {
  user_id: { kind: 'text', label: 'User' },
  status: { kind: 'choice', label: 'Status', options: { PAID: 'Paid', REJECTED: 'Rejected' } },
  from: { kind: 'from' },
  to: { kind: 'to' },
} as const satisfies FilterFields

const read = (query: string) => readFilter(new URLSearchParams(query), FIELDS)

describe('a filter in the address', () => {
  it.each([
    {},
    { user_id: 'anna & co', status: 'PAID' },
    { from: '2026-01-02T03:04:00.000Z', to: '2026-01-03T00:00:59.999Z' },
  ])('comes back as it was written: %j', (filter) => {
    expect(read(filterParams(filter).toString())).toEqual(filter)
  })

  it('leaves out what it cannot mean, and what is no field of it', () => {
    expect(read(`user_id=%20&status=paid&from=yesterday&to=&other=1&user_id=x`)).toEqual({})
    expect(read(`user_id=${'x'.repeat(129)}&status=toString`)).toEqual({})
  })

  it('is written without what is not chosen', () => {
    expect(filterParams({ user_id: '', status: undefined }).toString()).toBe('')
  })
})

it('every page stays within the bounds, and a later one ends where the one before has ended', () => {
  const { bounds, filter } = splitBounds({ user_id: 'anna', from: 'a', to: 'z' })
  expect(filter).toEqual({ user_id: 'anna' })
  expect(withinBounds(bounds, { to: undefined, limit: 5 })).toEqual({ from: 'a', to: 'z', limit: 5 })
  expect(withinBounds(bounds, { to: 'm' })).toEqual({ from: 'a', to: 'm' })
})
