import { excursionOf } from '../../core/read/excursion.js'
import type { JournalEntry, PositionNote } from '../../core/read/journal.js'
import { netPnl } from '../../core/model/account/position.js'
import { codecOf, field, type Fields } from '../codec/codec.js'
import { decimal, listOf, orNull, text, time, uuid } from '../codec/kinds.js'
import { closedPositionCodec } from './position-codec.js'

const noteFields = {
  tags: field(listOf(text), ({ tags }) => tags),
  note: field(orNull(text), ({ note }) => (note === '' ? null : note)),
  updated_at: field(orNull(time), ({ updatedAt }) => updatedAt, 'Null: nothing is written.'),
} satisfies Fields<PositionNote>

/** The note of a trader on a position. */
export const positionNoteCodec = codecOf<PositionNote>('PositionNote')({
  position_id: field(uuid, ({ positionId }) => positionId),
  ...noteFields,
})

/** A closed position with what was written to it, and how far the market went. */
export const journalEntryCodec = codecOf<JournalEntry>('JournalEntry')({
  position: field(closedPositionCodec, ({ position }) => position),
  net_pnl: field(decimal, ({ position }) => netPnl(position), 'Realised PnL less fees, with funding and carry.'),
  mfe: field(
    orNull(decimal),
    ({ position, marks }) => marks && excursionOf(position, marks).favourable,
    'Maximum favourable excursion: the most that all that was opened was worth above its cost, by the mark. Null: not ' +
      'measured yet, or its prices are not kept any more.',
  ),
  mae: field(
    orNull(decimal),
    ({ position, marks }) => marks && excursionOf(position, marks).adverse,
    'Maximum adverse excursion, as an amount of at least 0.',
  ),
  tags: field(listOf(text), ({ note }) => note.tags),
  note: field(orNull(text), ({ note: { note } }) => (note === '' ? null : note)),
})
