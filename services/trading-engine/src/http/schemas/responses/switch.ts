import { listOf, record, uuid } from '../response-fields.js'
import { account } from './account.js'

export const stopped = record({
  account,
  cancelled: listOf(uuid).description('Ids of the orders it cancelled.'),
  closed: listOf(uuid).description('Ids of the positions it closed.'),
  liquidating: listOf(uuid).description('Ids of the positions that are closed as soon as they can be.'),
})
