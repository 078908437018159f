import { differenceLines } from './difference-lines.js'

test('equal runs have nothing to tell', () => {
  expect(differenceLines({ equal: true, recipe: null, command: null, event: null })).toEqual([])
})

test('each kind tells both sides, also where one has nothing', () => {
  const order = { at: '09:00', method: 'POST', path: '/v1/order', body: '{}' }
  const lines = differenceLines({
    equal: false,
    recipe: { field: 'tape.seed', first: 1, second: 2 },
    command: { number: 2, first: order, second: { ...order, body: null } },
    event: { number: 3, first: { at: '09:00', type: 'order.fill', hash: 'ab' }, second: null },
  })
  expect(lines).toEqual([
    ...['recipe, tape.seed:', '  first   1', '  second  2'],
    ...['request 2:', '  first   09:00 POST /v1/order {}', '  second  09:00 POST /v1/order'],
    ...['event 3:', '  first   09:00 order.fill ab', '  second  nothing'],
  ])
})
