/** The answer of a replay of an account (docs/LABORATORY.md). */
import { codecOf, field } from '../codec/codec.js'
import { listOf, oneOf, orNull, text, uuid, whole } from '../codec/kinds.js'

const STATUSES = ['EQUAL', 'PARTIAL', 'DIFFERENT'] as const

export interface ReplayedAccount {
  readonly accountId: string
  readonly status: (typeof STATUSES)[number]
  readonly commands: number
  readonly rows: number
  readonly reason: string | null
  readonly difference: ReplayDifference | null
}

interface ReplayDifference {
  readonly subject: string
  readonly field: string
  readonly stored: string
  readonly decided: string
  readonly command: { readonly id: string; readonly kind: string; readonly at: string } | null
  readonly unknown: readonly string[]
}

const commandCodec = codecOf<NonNullable<ReplayDifference['command']>>('ReplayedCommand')({
  id: field(text, ({ id }) => id),
  kind: field(text, ({ kind }) => kind),
  at: field(text, ({ at }) => at),
})

const differenceCodec = codecOf<ReplayDifference>('ReplayDifference')({
  subject: field(text, ({ subject }) => subject, 'The command, its response, an event, or a row of a table.'),
  field: field(text, (difference) => difference.field),
  stored: field(text, ({ stored }) => stored),
  decided: field(text, ({ decided }) => decided),
  command: field(orNull(commandCodec), ({ command }) => command, 'Null: of no command.'),
  unknown: field(listOf(text), ({ unknown }) => unknown, 'Inputs that were read now and not then.'),
})

export const replayCodec = codecOf<ReplayedAccount>('Replay')({
  account_id: field(uuid, ({ accountId }) => accountId),
  status: field(
    oneOf(STATUSES, 'ReplayStatus'),
    ({ status }) => status,
    'PARTIAL: everything up to what cannot be replayed, or within the time.',
  ),
  commands: field(whole, ({ commands }) => commands, 'Those that were decided again.'),
  rows: field(whole, ({ rows }) => rows, 'The rows that were compared.'),
  reason: field(orNull(text), ({ reason }) => reason, 'Why a PARTIAL one ended.'),
  difference: field(orNull(differenceCodec), ({ difference }) => difference, 'The first one.'),
})
