import { Button, NativeSelect, Text, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import {
  IDENTITY_CHECKS_KEY,
  PROMOTIONS_KEY,
  readIdentityChecks,
  setIdentityCheck,
  type IdentityCheck,
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

const COLUMNS: readonly Column<IdentityCheck>[] = [
  {
    ...{ name: 'changed_at', header: text.changed, text: (row) => row.changed_at },
    cell: (row) => <TimeText at={row.changed_at} />,
  },
  { ...{ name: 'user_id', header: text.user, text: (row) => row.user_id }, cell: (row) => <b>{row.user_id}</b> },
  {
    ...{ name: 'status', header: text.status, text: (row) => text.kyc[row.status] },
    cell: (row) => text.kyc[row.status],
  },
  { ...{ name: 'note', header: text.note, text: (row) => row.note }, cell: (row) => row.note ?? '–' },
  { ...{ name: 'changed_by', header: text.changedBy, text: (row) => row.changed_by }, cell: (row) => row.changed_by },
]

type Status = IdentityCheck['status']
const STATUSES = (Object.keys(text.kyc) as Status[]).map((value) => ({ value, label: text.kyc[value] }))

/** The list of identity checks, and a dialog to record one. */
export function IdentityChecks() {
  const dialog = useDialog<true>()
  return (
    <Titled
      title={text.checks}
      actions={
        <Button variant="default" onClick={() => dialog.open(true)}>
          {text.record}
        </Button>
      }
    >
      <Text size="sm">{text.checksHint}</Text>
      <PagedTable
        label={text.checks}
        queryKey={IDENTITY_CHECKS_KEY}
        read={readIdentityChecks}
        columns={COLUMNS}
        rowKey={({ user_id }) => user_id}
        empty={<Empty title={text.noChecks} />}
      />
      {dialog.subject !== null && <RecordDialog isOpen={dialog.isOpen} onClose={dialog.close} />}
    </Titled>
  )
}

function RecordDialog({ isOpen, onClose }: { readonly isOpen: boolean; readonly onClose: () => void }) {
  const [user, setUser] = useState('')
  const [status, setStatus] = useState<Status>('APPROVED')
  const [note, setNote] = useState('')
  const queries = useQueryClient()
  const record = async (): Promise<void> => {
    await setIdentityCheck({ user_id: user.trim(), status, ...(note.trim() !== '' && { note: note.trim() }) })
    const keys = [IDENTITY_CHECKS_KEY, PROMOTIONS_KEY]
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
      title={text.recordTitle}
      confirm={text.record}
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
        description={text.noteHint}
        value={note}
        maxLength={256}
        onChange={({ currentTarget }) => setNote(currentTarget.value)}
      />
    </ConfirmDialog>
  )
}
