import type { OperatorNote } from '../../core/model/operator-audit.js'
import type { Micros } from '../../core/values/time.js'
import { formatTimestamp } from '../../core/values/time.js'
import type { Column } from './columns.js'

/** The proof that a decision happened, and the answer a retry gets. */
export interface CommandRow {
  readonly id: string
  readonly userId: string
  /** The caller's deduplication id; unique per user for ever. */
  readonly clientId: string | null
  readonly accountId: string
  readonly kind: string
  readonly fingerprint: Buffer
  /** False when nothing but the answer is stored. */
  readonly moves: boolean
  /** HTTP status and body of the answer, JSON text to be sent again byte for byte. */
  readonly status: number
  readonly response: string
  readonly at: Micros
  /** Of a command that an operator gave: it leaves a row in `operator_audit`. */
  readonly operator?: OperatorNote
}

export const COMMAND_COLUMNS: readonly Column<CommandRow>[] = [
  { name: 'id', type: 'uuid', value: (command) => command.id },
  { name: 'user_id', type: 'text', value: (command) => command.userId },
  { name: 'client_id', type: 'text', value: (command) => command.clientId },
  { name: 'account_id', type: 'uuid', value: (command) => command.accountId },
  { name: 'kind', type: 'text', value: (command) => command.kind },
  { name: 'fingerprint', type: 'bytea', value: (command) => `\\x${command.fingerprint.toString('hex')}` },
  { name: 'moves', type: 'boolean', value: (command) => command.moves },
  { name: 'status', type: 'smallint', value: (command) => command.status },
  { name: 'response', type: 'text', value: (command) => command.response, isJson: true },
  { name: 'created_at', type: 'timestamptz', value: (command) => formatTimestamp(command.at) },
  {
    name: 'operator',
    type: 'jsonb',
    value: ({ operator }) => (operator === undefined ? null : JSON.stringify(operator)),
    isJson: true,
  },
]
