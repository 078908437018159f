import { createAddressConnections, type AddressConnections } from './address-connections.js'

beforeEach(() => jest.useFakeTimers())
afterEach(() => jest.useRealTimers())

const ADDRESS = '192.0.2.1'

/** Opens so many that end immediately. */
function opensMany(connections: AddressConnections, count: number): boolean {
  for (let opened = 0; opened < count; opened += 1) connections.open(ADDRESS)()
  return connections.opensMany(ADDRESS)
}

test('so many may be open at a time, and one more when one has ended', () => {
  const connections = createAddressConnections(3)
  const ends = [1, 2, 3].map(() => connections.open(ADDRESS))
  expect([connections.isFull(ADDRESS), connections.isFull('192.0.2.2')]).toEqual([true, false])
  ends[0]?.()
  expect(connections.isFull(ADDRESS)).toBe(false)
})

test('an address opens many when they are more than a hundred a second', () => {
  const connections = createAddressConnections(1_000)
  expect([opensMany(connections, 100), opensMany(connections, 1)]).toEqual([false, true])
  jest.advanceTimersByTime(500)
  expect([opensMany(connections, 49), opensMany(connections, 1)]).toEqual([false, true])
  expect(connections.opensMany('192.0.2.2')).toBe(false)
})

test('after however many, it does so no longer once it has opened none for ten seconds', () => {
  const connections = createAddressConnections(1_000)
  opensMany(connections, 20_000)
  jest.advanceTimersByTime(8_000)
  expect(connections.opensMany(ADDRESS)).toBe(true)
  jest.advanceTimersByTime(1_500)
  expect(connections.opensMany(ADDRESS)).toBe(false)
})

test('a /64 of IPv6 is one address', () => {
  const connections = createAddressConnections(1)
  connections.open('2001:db8::1')
  expect([connections.isFull('2001:db8::2'), connections.isFull('2001:db8:0:1::1')]).toEqual([true, false])
})

test('neither an open connection nor what an address has lately opened is forgotten', () => {
  const connections = createAddressConnections(1)
  opensMany(connections, 1_000)
  connections.open('192.0.2.2')
  for (let second = 0; second < 5; second += 1) {
    jest.advanceTimersByTime(1_000)
    connections.sweep()
  }
  expect([connections.opensMany(ADDRESS), connections.isFull('192.0.2.2')]).toEqual([true, true])
})
