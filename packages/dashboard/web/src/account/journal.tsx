import { Button, Group, TagsInput, Textarea } from '@mantine/core'
import type { AnswerOf, Operations } from '@ats/sdk/types'
import { useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { writeNote } from '../api/account-changes.js'
import { text } from '../text/en/journal.js'
import { Decimal, Money } from '../ui/figures/figure.js'
import { Side } from '../ui/figures/side.js'
import { ConfirmDialog } from '../ui/forms/confirm-dialog.js'
import { useDialog, type DialogState } from '../ui/forms/dialog-state.js'
import { notify } from '../ui/notify.js'
import { Empty } from '../ui/states.js'
import type { Column } from '../ui/tables/data-table.js'
import { PagedTable } from '../ui/tables/paged-table.js'
import { TimeText } from '../ui/time/time-text.js'
import { useShownAccount } from './account-context.js'

export type JournalEntry = AnswerOf<Operations['listJournal']>[number]

const { columns: names } = text
const TAGS_MAX = 10
const TAG_LENGTH_MAX = 32
const NOTE_LENGTH_MAX = 2_000

const money = (name: string, header: string, of: (row: JournalEntry) => string | null, signed = false) =>
  ({
    ...{ name, header, align: 'right', text: of },
    cell: (row) => <Money value={of(row)} signed={signed} unknown={text.notMeasured} />,
  }) satisfies Column<JournalEntry>

const COLUMNS: readonly Column<JournalEntry>[] = [
  {
    ...{ name: 'closed_at', header: names.closed, text: ({ position }) => position.closed_at },
    cell: ({ position }) => <TimeText at={position.closed_at} />,
  },
  {
    ...{ name: 'symbol', header: names.symbol, text: ({ position }) => position.symbol },
    cell: ({ position }) => <b>{position.symbol}</b>,
  },
  {
    ...{ name: 'direction', header: names.direction, text: ({ position }) => position.direction },
    cell: ({ position }) => <Side of={position.direction} />,
  },
  {
    ...{ name: 'quantity', header: names.quantity, align: 'right', text: ({ position }) => position.quantity },
    cell: ({ position }) => <Decimal value={position.quantity} />,
  },
  money('net_pnl', names.net, (row) => row.net_pnl, true),
  {
    ...{ name: 'r_multiple', header: names.r, align: 'right', text: ({ position }) => position.r_multiple },
    cell: ({ position }) => <Decimal value={position.r_multiple} digitsMax={2} />,
  },
  money('mfe', names.mfe, ({ mfe }) => mfe),
  money('mae', names.mae, ({ mae }) => mae),
  { ...{ name: 'tags', header: names.tags, text: ({ tags }) => tags.join(' ') }, cell: ({ tags }) => tags.join(', ') },
  { ...{ name: 'note', header: names.note, text: ({ note }) => note }, cell: ({ note }) => note },
]

/** The closed positions of an account with what its trader has written to them. */
export function Journal() {
  const { id, reads, canTrade } = useShownAccount()
  const dialog = useDialog<JournalEntry>()
  const { open } = dialog
  const columns = useMemo(() => (canTrade ? [...COLUMNS, writeColumn(open)] : COLUMNS), [canTrade, open])
  const queryKey = [...reads.key(id), 'journal']
  return (
    <>
      <PagedTable
        label={text.journal}
        queryKey={queryKey}
        read={(terms) => reads.journal(id, terms)}
        columns={columns}
        rowKey={({ position }) => position.id}
        empty={<Empty title={text.none} />}
      />
      {dialog.subject !== null && <NoteDialog key={dialog.subject.position.id} entry={dialog.subject} {...dialog} />}
    </>
  )
}

const writeColumn = (write: (entry: JournalEntry) => void): Column<JournalEntry> => ({
  ...{ name: 'write', header: names.actions, isSticky: true, inFile: false, text: () => null },
  cell: (entry) => (
    <Group justify="flex-end">
      <Button
        size="compact-sm"
        variant="default"
        aria-label={text.writeTo(entry.position.symbol)}
        onClick={() => write(entry)}
      >
        {text.write}
      </Button>
    </Group>
  ),
})

interface NoteDialogProps extends Pick<DialogState<JournalEntry>, 'isOpen' | 'close'> {
  readonly entry: JournalEntry
}

function NoteDialog({ entry, isOpen, close }: NoteDialogProps) {
  const { id, reads } = useShownAccount()
  const queries = useQueryClient()
  const [tags, setTags] = useState<string[]>([...entry.tags])
  const [note, setNote] = useState(entry.note ?? '')
  const save = async (): Promise<void> => {
    await writeNote(id, entry.position.id, { tags, ...(note.trim() === '' ? {} : { note: note.trim() }) })
    await queries.invalidateQueries({ queryKey: [...reads.key(id), 'journal'] })
    await notify(text.written)
  }
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={close}
      title={text.writeTo(entry.position.symbol)}
      confirm={text.save}
      onConfirm={save}
    >
      <TagsInput
        label={names.tags}
        description={text.tagsHint}
        maxTags={TAGS_MAX}
        value={tags}
        onChange={(values) => setTags(values.map((tag) => tag.slice(0, TAG_LENGTH_MAX)))}
      />
      <Textarea
        label={names.note}
        mt="sm"
        autosize
        minRows={2}
        maxLength={NOTE_LENGTH_MAX}
        value={note}
        onChange={({ currentTarget }) => setNote(currentTarget.value.replaceAll(/[\r\n]+/g, ' '))}
      />
    </ConfirmDialog>
  )
}
