import { interleave, STACKS } from './interleave.js'

const firstOrders = (count: number, random: () => number): readonly string[] => {
  const orders = interleave(random)
  return Array.from({ length: count }, () => orders.next().value.join(''))
}

test('six rounds hold every order of the three once, so each is as often at each place', () => {
  const orders = firstOrders(12, Math.random)
  for (const six of [orders.slice(0, 6), orders.slice(6)]) expect(new Set(six).size).toBe(6)
  for (const place of [0, 1, 2])
    for (const stack of STACKS) expect(orders.filter((order) => order[place] === stack)).toHaveLength(4)
})

test('which order comes first is left to chance', () => {
  const starts = [0, 0.2, 0.4, 0.6, 0.8, 0.99].map((value) => firstOrders(1, () => value)[0])
  expect(new Set(starts).size).toBe(6)
})
