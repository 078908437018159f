import { eachOnce, nextPlace } from './account-places.js'

const TO = '2026-03-06T13:00:00.000Z'
const more = new Headers({ 'X-Has-More': 'true', 'X-Next-To': TO })

describe('where the next page of accounts begins', () => {
  it('is a time in the list of the newest', () => {
    expect(nextPlace('created_at', {}, 100, more)).toEqual({ to: TO })
    expect(nextPlace('created_at', { to: '2026-04-01T00:00:00Z' }, 100, more)).toEqual({ to: TO })
  })

  it('is the rank after the rows that were read in the list of those nearest to a floor', () => {
    const headers = new Headers({ 'X-Has-More': 'true' })
    expect(nextPlace('headroom', {}, 100, headers)).toEqual({ offset: 100 })
    expect(nextPlace('headroom', { offset: 100 }, 40, headers)).toEqual({ offset: 140 })
  })

  it('is nowhere after the last page, and after an empty one', () => {
    const last = new Headers({ 'X-Has-More': 'false', 'X-Next-To': TO })
    expect(nextPlace('created_at', {}, 3, last)).toBeNull()
    expect(nextPlace('headroom', { offset: 100 }, 3, last)).toBeNull()
    expect(nextPlace('headroom', { offset: 100 }, 0, more)).toBeNull()
    expect(nextPlace('created_at', {}, 3, new Headers({ 'X-Has-More': 'true' }))).toBeNull()
  })
})

test('an account that was on two pages is one row, at its first place', () => {
  const rows = ['a', 'b', 'c', 'b', 'd', 'a'].map((id, place) => ({ id, place }))
  expect(eachOnce(rows).map(({ id, place }) => `${id}${place}`)).toEqual(['a0', 'b1', 'c2', 'd4'])
})
