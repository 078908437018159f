import type { OperatorAction } from '../../core/model/account/operator-audit.js'
import type { DecisionInputs } from '../../core/model/outcome.js'
import type { Origin } from '../../core/model/order/origin.js'
import type { Micros } from '../../core/values/time.js'
import { columnsOf } from './column.js'

/** The proof that a decision happened, and the answer a retry gets. */
export interface CommandRow {
  readonly id: string
  readonly userId: string
  /** The caller's deduplication id; unique per user for ever. */
  readonly clientId: string | null
  readonly accountId: string
  readonly kind: string
  readonly origin: Origin
  readonly fingerprint: Buffer
  /** False when nothing but the answer is stored. */
  readonly moves: boolean
  /** HTTP status and body of the answer, JSON text to be sent again byte for byte. */
  readonly status: number
  readonly response: string
  readonly at: Micros
  /** For an operator's command: it adds a row to `operator_audit`. */
  readonly operator?: OperatorAction
  /** The state that it was decided on beside the account and the market; absent where it looked at nothing else. */
  readonly inputs?: DecisionInputs
  /** All that making the decision again takes; absent where it cannot be made again. */
  readonly recorded?: string | undefined
}

const column = columnsOf<CommandRow>()

export const COMMAND_COLUMNS = [
  column.uuid('id', (command) => command.id),
  column.text('user_id', (command) => command.userId),
  column.text('client_id', (command) => command.clientId),
  column.uuid('account_id', (command) => command.accountId),
  column.text('kind', (command) => command.kind),
  column.text('origin', ({ origin }) => origin.by),
  column.uuid('key_id', ({ origin }) => origin.keyId),
  column.bytea('fingerprint', (command) => command.fingerprint),
  column.flag('moves', (command) => command.moves),
  column.int2('status', (command) => command.status),
  column.json('response', (command) => command.response),
  column.time('created_at', (command) => command.at),
  column.jsonb('operator', ({ operator }) => (operator === undefined ? null : JSON.stringify(operator))),
  column.jsonb('inputs', ({ inputs }) => (inputs === undefined ? null : inputsText(inputs))),
  column.jsonObject('recorded', ({ recorded }) => recorded ?? null),
]

const inputsText = ({ heldElsewhere }: DecisionInputs): string => JSON.stringify({ held_elsewhere: heldElsewhere })
