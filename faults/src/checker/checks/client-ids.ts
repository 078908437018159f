import { doubled, groupBy, inconsistent, lost, type Check, type Finding } from '../evidence.js'
import { acknowledgements, outcomeOf, readAcknowledgement, type Operation } from '../operations.js'
import type { CommandRow, OrderRow } from '../snapshot.js'

/** One client_id, one decision, one answer: byte for byte the stored one, however often it was asked for. */
export const clientIds: Check = {
  name: 'every client_id has one decision, one order at most, and one answer byte for byte',
  find({ operations, snapshot }) {
    const commands = groupBy(named(snapshot.commands), ({ user_id, client_id }) => `${user_id} ${client_id}`)
    const orders = groupBy(named(snapshot.orders), ({ account_id, client_id }) => `${account_id} ${client_id}`)
    return [
      ...repeated(commands, 'decisions'),
      ...repeated(orders, 'orders'),
      ...operations.flatMap((operation) => {
        const { clientId, userId, accountId } = operation.invocation
        if (clientId === null) return []
        const own = commands.get(`${userId} ${clientId}`) ?? []
        return findOfOperation(operation, own, orders.get(`${accountId} ${clientId}`) ?? [])
      }),
    ]
  },
}

const named = <Row extends { readonly client_id: string | null }>(rows: readonly Row[]): readonly Row[] =>
  rows.filter(({ client_id }) => client_id !== null)

const repeated = (groups: ReadonlyMap<string, readonly unknown[]>, what: string): readonly Finding[] =>
  [...groups].flatMap(([key, rows]) => (rows.length > 1 ? [doubled(`${key} has ${rows.length} ${what}`)] : []))

function findOfOperation(
  operation: Operation,
  commands: readonly CommandRow[],
  orders: readonly OrderRow[],
): readonly Finding[] {
  const { invocation } = operation
  const answers = acknowledgements(operation)
  const [first] = answers
  if (first === undefined) return findOfUnacknowledged(operation, commands, orders)
  const findings: Finding[] = []
  const [command] = commands
  if (command === undefined) findings.push(lost(`operation ${invocation.op} was answered, its decision is not stored`))
  else if (command.response !== first.text || command.status !== first.status)
    findings.push(inconsistent(`operation ${invocation.op}: the stored answer is not the one that was given`))
  if (answers.some(({ text }) => text !== first.text))
    findings.push(inconsistent(`operation ${invocation.op} was answered in two ways`))
  const { order } = readAcknowledgement(invocation, first.text)
  if (order === null && orders.length > 0)
    findings.push(inconsistent(`operation ${invocation.op} was refused by a rule and has an order`))
  return findings
}

function findOfUnacknowledged(
  operation: Operation,
  commands: readonly CommandRow[],
  orders: readonly OrderRow[],
): readonly Finding[] {
  if (outcomeOf(operation) !== 'refused' || commands.length + orders.length === 0) return []
  return [inconsistent(`operation ${operation.invocation.op} was refused and yet carried out`)]
}
