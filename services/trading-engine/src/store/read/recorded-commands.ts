/** Commands of an account with all that making their decisions again takes, a page at a time, in the order of time. */
import type { PoolClient } from 'pg'
import type { HeldElsewhere } from '../../core/model/decision-context.js'
import type { OperatorAction } from '../../core/model/account/operator-audit.js'
import { BY_SYSTEM, type Origin } from '../../core/model/order/origin.js'
import type { Micros } from '../../core/values/time.js'
import { microsOf } from '../tables/column.js'
import { originOf } from '../tables/origin.js'

export interface RecordedCommand {
  readonly id: string
  readonly userId: string
  readonly clientId: string | null
  readonly accountId: string
  readonly kind: string
  readonly origin: Origin
  readonly moves: boolean
  readonly status: number
  /** Whole. */
  readonly response: string
  readonly at: Micros
  readonly operator: OperatorAction | null
  readonly heldElsewhere: readonly HeldElsewhere[] | null
  /** Null: they were not kept. */
  readonly recorded: string | null
}

interface Row {
  readonly id: string
  readonly user_id: string
  readonly client_id: string | null
  readonly account_id: string
  readonly kind: string
  readonly origin: string | null
  readonly key_id: string | null
  readonly moves: boolean
  readonly status: number
  readonly response: string
  readonly created_at: string
  readonly operator: OperatorAction | null
  readonly inputs: { readonly held_elsewhere: readonly HeldElsewhere[] } | null
  readonly recorded: string | null
}

/** The index of client_ids finds the commands of a user: one of accounts would cost each order. */
const COMMANDS = `declare recorded_commands no scroll cursor for
  select id, user_id, client_id, account_id, kind, origin, key_id, moves, status,
    whole_text(account_id, response) as response, created_at, operator, inputs, recorded
  from commands where user_id = $1 and account_id = $2 order by created_at, id`

/** Within the transaction of the client, which has to see one moment. */
export async function* readRecordedCommands(
  client: PoolClient,
  { userId, accountId }: { readonly userId: string; readonly accountId: string },
  pageSize: number,
): AsyncGenerator<readonly RecordedCommand[]> {
  await client.query({ text: COMMANDS, values: [userId, accountId] })
  try {
    for (let isMore = true; isMore;) {
      const { rows } = await client.query<Row>(`fetch ${pageSize} from recorded_commands`)
      isMore = rows.length === pageSize
      if (rows.length > 0) yield rows.map(commandOf)
    }
  } finally {
    await client.query('close recorded_commands')
  }
}

const commandOf = (row: Row): RecordedCommand => ({
  ...{ id: row.id, userId: row.user_id, clientId: row.client_id, accountId: row.account_id, kind: row.kind },
  ...{ origin: originOf(row) ?? BY_SYSTEM, moves: row.moves, status: row.status, response: row.response },
  ...{ at: microsOf(row.created_at), operator: row.operator, recorded: row.recorded },
  heldElsewhere: row.inputs?.held_elsewhere ?? null,
})

/** The calendar of news that a digest names; null: it is not there. */
export async function findNewsCalendar(client: PoolClient, digest: string): Promise<string | null> {
  const { rows } = await client.query<{ events: string }>({
    text: 'select events from news_calendars where digest = $1',
    values: [digest],
  })
  return rows[0]?.events ?? null
}
