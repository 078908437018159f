import { doubled, groupBy, inconsistent, type Check, type Evidence, type Finding } from '../evidence.js'

/**
 * An order ends exactly once, by whichever process: FILLED when all of it has filled, otherwise with one event that
 * says why the rest ended. An order matches a price level of a book version at most once.
 */
export const ends: Check = {
  name: 'cancelled + filled = ordered, and no cause has two effects',
  find: ({ snapshot }) => [...findEnds(snapshot), ...findRepeats(snapshot)],
}

const ENDED_UNFILLED = ['CANCELLED', 'EXPIRED', 'REJECTED']

function findEnds({ orders, events }: Evidence['snapshot']): readonly Finding[] {
  const ended = groupBy(
    events.filter(({ type }) => type === 'order.cancel'),
    ({ order_id }) => order_id ?? '',
  )
  return orders.flatMap(({ id, status, quantity, filled_quantity }) => {
    if ((status === 'FILLED') !== (filled_quantity === quantity))
      return [inconsistent(`order ${id} is ${status} with ${filled_quantity} of ${quantity} filled`)]
    const expected = ENDED_UNFILLED.includes(status) ? 1 : 0
    const found = ended.get(id)?.length ?? 0
    if (found === expected) return []
    const message = `order ${id} is ${status} and was ended ${found} times`
    return [found > expected ? doubled(message) : inconsistent(message)]
  })
}

function findRepeats({ fills }: Evidence['snapshot']): readonly Finding[] {
  // A fill that flips a position is two, of two positions.
  const causes = groupBy(fills, (row) => `${row.order_id} ${row.position_id} ${row.book_sequence} ${row.price}`)
  return [...causes.values()].flatMap(([first, ...others]) =>
    first === undefined || others.length === 0
      ? []
      : [doubled(`order ${first.order_id} took ${first.price} of book ${first.book_sequence} twice`)],
  )
}
