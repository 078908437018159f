import { Button, NativeSelect, Text, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import {
  CONTRACTS_KEY,
  IDENTITY_CHECKS_KEY,
  PROMOTIONS_KEY,
  readContracts,
  readIdentityChecks,
  setContract,
  setIdentityCheck,
  type UserCheck,
} from '../../api/firm/firm-challenges.js'
import { Titled } from '../../firm/titled.js'
import { text } from '../../text/en/firm/firm-promotions.js'
import { ConfirmDialog } from '../../ui/forms/confirm-dialog.js'
import { useDialog } from '../../ui/forms/dialog-state.js'
import { notify } from '../../ui/notify.js'
import { Empty } from '../../ui/states.js'
import type { Column } from '../../ui/tables/data-table.js'
import { PagedTable } from '../../ui/tables/paged-table.js'
import { TimeText } from '../../ui/time/time-text.js'

const COLUMNS: readonly Column<UserCheck>[] = [
  {
    ...{ name: 'changed_at', header: text.changed, text: (row) => row.changed_at },
    cell: (row) => <TimeText at={row.changed_at} />,
  },
  { ...{ name: 'user_id', header: text.user, text: (row) => row.user_id }, cell: (row) => <b>{row.user_id}</b> },
  {
    ...{ name: 'status', header: text.status, text: (row) => text.checkStatuses[row.status] },
    cell: (row) => text.checkStatuses[row.status],
  },
  { ...{ name: 'note', header: text.note, text: (row) => row.note }, cell: (row) => row.note ?? '–' },
  { ...{ name: 'changed_by', header: text.changedBy, text: (row) => row.changed_by }, cell: (row) => row.changed_by },
]

type Status = UserCheck['status']
const STATUSES = (Object.keys(text.checkStatuses) as Status[]).map((value) => ({
  value,
  label: text.checkStatuses[value],
}))

interface CheckKind {
  readonly words: (typeof text)['identity']
  readonly queryKey: readonly string[]
  readonly read: typeof readIdentityChecks
  readonly set: (body: Parameters<typeof setIdentityCheck>[0]) => Promise<unknown>
}

export const IDENTITY_CHECKS: CheckKind = {
  ...{ words: text.identity, queryKey: IDENTITY_CHECKS_KEY, read: readIdentityChecks, set: setIdentityCheck },
}

export const CONTRACTS: CheckKind = {
  ...{ words: text.contract, queryKey: CONTRACTS_KEY, read: readContracts, set: setContract },
}

/** The list of checks of a kind, and a dialog to record one. */
export function UserChecks({ kind }: { readonly kind: CheckKind }) {
  const { words, queryKey, read } = kind
  const dialog = useDialog<true>()
  return (
    <Titled
      title={words.title}
      actions={
        <Button variant="default" onClick={() => dialog.open(true)}>
          {words.record}
        </Button>
      }
    >
      <Text size="sm">{words.hint}</Text>
      <PagedTable
        label={words.title}
        queryKey={queryKey}
        read={read}
        columns={COLUMNS}
        rowKey={({ user_id }) => user_id}
        empty={<Empty title={words.none} />}
      />
      {dialog.subject !== null && <RecordDialog kind={kind} isOpen={dialog.isOpen} onClose={dialog.close} />}
    </Titled>
  )
}

interface RecordDialogProps {
  readonly kind: CheckKind
  readonly isOpen: boolean
  readonly onClose: () => void
}

function RecordDialog({ kind: { words, queryKey: list, set }, isOpen, onClose }: RecordDialogProps) {
  const [user, setUser] = useState('')
  const [status, setStatus] = useState<Status>('APPROVED')
  const [note, setNote] = useState('')
  const queries = useQueryClient()
  const record = async (): Promise<void> => {
    await set({ user_id: user.trim(), status, ...(note.trim() !== '' && { note: note.trim() }) })
    const keys = [list, PROMOTIONS_KEY]
    await Promise.all([
      ...keys.map((queryKey) => queries.invalidateQueries({ queryKey })),
      notify(text.recorded(user.trim())),
    ])
    setUser('')
    setNote('')
  }
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={onClose}
      title={words.recordTitle}
      confirm={words.record}
      isDisabled={user.trim() === ''}
      onConfirm={record}
    >
      <TextInput
        label={text.user}
        value={user}
        maxLength={128}
        spellCheck={false}
        required
        data-autofocus
        onChange={({ currentTarget }) => setUser(currentTarget.value)}
      />
      <NativeSelect
        label={text.status}
        data={STATUSES}
        value={status}
        onChange={({ currentTarget: { value } }) =>
          setStatus(STATUSES.find((known) => known.value === value)?.value ?? 'NONE')
        }
      />
      <TextInput
        label={text.note}
        description={words.noteHint}
        value={note}
        maxLength={256}
        onChange={({ currentTarget }) => setNote(currentTarget.value)}
      />
    </ConfirmDialog>
  )
}
