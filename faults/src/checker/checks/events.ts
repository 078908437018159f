import { doubled, groupBy, inconsistent, type Check, type Evidence, type Finding } from '../evidence.js'

/**
 * Each account's events count from 1 to its event_sequence; each order has one acknowledgement and each fill one event.
 */
export const events: Check = {
  name: 'events are gap-free, one for each order and one for each fill',
  find: ({ snapshot }) => [...findGaps(snapshot), ...findMissingEvents(snapshot)],
}

function findGaps({ accounts, events: rows }: Evidence['snapshot']): readonly Finding[] {
  const byAccount = groupBy(rows, ({ account_id }) => account_id)
  return accounts.flatMap(({ id, event_sequence }) => {
    const own = byAccount.get(id) ?? []
    const hasGap = own.some(({ sequence }, index) => Number(sequence) !== index + 1)
    if (!hasGap && own.length === Number(event_sequence)) return []
    return [inconsistent(`account ${id}: ${own.length} events for the sequence ${event_sequence}, or a gap`)]
  })
}

function findMissingEvents({ orders, fills, events: rows }: Evidence['snapshot']): readonly Finding[] {
  const acks = groupBy(
    rows.filter(({ type }) => type === 'order.ack'),
    ({ order_id }) => order_id ?? '',
  )
  const fillEvents = groupBy(
    rows.filter(({ type }) => type === 'order.fill'),
    ({ trade_id }) => trade_id ?? '',
  )
  return [
    ...orders.flatMap(({ id }) => expectOne(acks.get(id)?.length ?? 0, `order ${id}`)),
    ...fills.flatMap(({ id }) => expectOne(fillEvents.get(id)?.length ?? 0, `fill ${id}`)),
    ...(fillEvents.size > fills.length ? [inconsistent('there are events of fills that do not exist')] : []),
    ...(acks.size > orders.length ? [inconsistent('there are events of orders that do not exist')] : []),
  ]
}

function expectOne(found: number, what: string): readonly Finding[] {
  if (found === 1) return []
  return [found === 0 ? inconsistent(`${what} has no event`) : doubled(`${what} has ${found} events`)]
}
