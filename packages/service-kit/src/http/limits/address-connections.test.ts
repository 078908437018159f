import { createAddressConnections, type AddressConnections } from './address-connections.js'

beforeEach(() => jest.useFakeTimers())
afterEach(() => jest.useRealTimers())

const [ADDRESS, OTHER] = ['192.0.2.1', '192.0.2.2']

function start(perAddress = 1_000): AddressConnections {
  const connections = createAddressConnections(perAddress)
  connections.arrive(OTHER)
  connections.open(OTHER)
  return connections
}

function opensMany(connections: AddressConnections, count: number): boolean {
  for (let arrived = 0; arrived < count; arrived += 1) connections.arrive(ADDRESS)
  return connections.opensMany(ADDRESS)
}

test('an address is full with as many open connections as it may have, until one of them ends', () => {
  const connections = start(3)
  const ends = [1, 2, 3].map(() => connections.open(ADDRESS))
  expect([connections.isFull(ADDRESS), connections.isFull(OTHER)]).toEqual([true, false])
  ends[0]?.()
  expect(connections.isFull(ADDRESS)).toBe(false)
})

test('an address opens many when it opens more than a hundred a second', () => {
  const connections = start()
  expect([opensMany(connections, 100), opensMany(connections, 1)]).toEqual([false, true])
  jest.advanceTimersByTime(500)
  expect([opensMany(connections, 49), opensMany(connections, 1)]).toEqual([false, true])
  expect(connections.opensMany(OTHER)).toBe(false)
})

test('it counts like any other after ten seconds without new connections, however many it had opened', () => {
  const connections = start()
  opensMany(connections, 20_000)
  jest.advanceTimersByTime(8_000)
  expect(connections.opensMany(ADDRESS)).toBe(true)
  jest.advanceTimersByTime(1_500)
  expect(connections.opensMany(ADDRESS)).toBe(false)
})

test('an address that is the only one never opens too many', () => {
  const connections = createAddressConnections(1_000)
  expect(opensMany(connections, 20_000)).toBe(false)
  connections.arrive(OTHER)
  expect(connections.opensMany(ADDRESS)).toBe(true)
})

test('a /64 of IPv6 is one address', () => {
  const connections = start(1)
  connections.open('2001:db8::1')
  expect([connections.isFull('2001:db8::2'), connections.isFull('2001:db8:0:1::1')]).toEqual([true, false])
})

test('an address is kept while it has an open connection or has opened some lately', () => {
  const connections = start(1)
  opensMany(connections, 1_000)
  for (let second = 0; second < 5; second += 1) {
    jest.advanceTimersByTime(1_000)
    connections.sweep()
  }
  expect([connections.opensMany(ADDRESS), connections.isFull(OTHER)]).toEqual([true, true])
})
