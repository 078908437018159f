import { Button, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { Link } from 'react-router'
import {
  CHALLENGE_GRANTS_KEY,
  readChallengeGrants,
  removeChallengeGrant,
  type ChallengeGrant,
} from '../../api/firm/firm-challenges.js'
import { Titled } from '../../firm/titled.js'
import { challengeGrants as text } from '../../text/en/firm/firm-lists.js'
import { ConfirmDialog } from '../../ui/forms/confirm-dialog.js'
import { useDialog } from '../../ui/forms/dialog-state.js'
import { hasDraft } from '../../ui/forms/form-draft.js'
import { notify } from '../../ui/notify.js'
import { ShortId } from '../../ui/short-id.js'
import { Empty } from '../../ui/states.js'
import type { Column } from '../../ui/tables/data-table.js'
import { PagedTable } from '../../ui/tables/paged-table.js'
import { TimeText } from '../../ui/time/time-text.js'
import { CHALLENGE_DRAFT, GrantChallengeDialog } from './grant-challenge-dialog.js'

/** The challenges and resets that were sold, and selling one. */
export function ChallengeGrants() {
  const giving = useDialog<true>(hasDraft(CHALLENGE_DRAFT) ? true : undefined)
  const removing = useDialog<ChallengeGrant>()
  const { open } = removing
  const columns = useMemo(() => columnsWith(open), [open])
  const queries = useQueryClient()
  const refresh = () => queries.invalidateQueries({ queryKey: CHALLENGE_GRANTS_KEY })
  return (
    <Titled
      title={text.title}
      actions={
        <Button variant="default" onClick={() => giving.open(true)}>
          {text.give}
        </Button>
      }
    >
      <Text size="sm">{text.hint}</Text>
      <PagedTable
        label={text.title}
        queryKey={CHALLENGE_GRANTS_KEY}
        read={readChallengeGrants}
        columns={columns}
        rowKey={({ id }) => id}
        empty={<Empty title={text.none} />}
      />
      <GrantChallengeDialog isOpen={giving.isOpen} onClose={giving.close} onGranted={refresh} />
      {removing.subject !== null && (
        <RemoveDialog
          key={removing.subject.id}
          grant={removing.subject}
          isOpen={removing.isOpen}
          onClose={removing.close}
          onRemoved={refresh}
        />
      )}
    </Titled>
  )
}

const columnsWith = (remove: (grant: ChallengeGrant) => void): readonly Column<ChallengeGrant>[] => [
  {
    ...{ name: 'created_at', header: text.columns.granted, text: (row) => row.created_at },
    cell: (row) => <TimeText at={row.created_at} />,
  },
  { ...{ name: 'user_id', header: text.user, text: (row) => row.user_id }, cell: (row) => <b>{row.user_id}</b> },
  {
    ...{ name: 'program_id', header: text.program, text: (row) => row.program_id },
    cell: (row) => text.version(row.program_id, row.program_version),
  },
  { ...{ name: 'kind', header: text.kind, text: ({ kind }) => kind }, cell: ({ kind }) => text.kinds[kind] },
  { ...{ name: 'reference', header: text.reference, text: (row) => row.reference }, cell: (row) => row.reference },
  {
    ...{ name: 'account_id', header: text.columns.account, text: (row) => row.account_id },
    cell: ({ account_id: id }) =>
      id === null ? (
        text.unused
      ) : (
        <Link to={`/firm/accounts/${id}`}>
          <ShortId id={id} />
        </Link>
      ),
  },
  {
    ...{ name: 'actions', header: text.columns.actions, isSticky: true, inFile: false, text: () => null },
    cell: (grant) =>
      grant.account_id === null ? (
        <Button
          size="compact-sm"
          variant="default"
          onClick={() => remove(grant)}
          aria-label={text.removeOf(grant.program_id, grant.user_id, grant.reference)}
        >
          {text.remove}
        </Button>
      ) : (
        '–'
      ),
  },
]

interface RemoveDialogProps {
  readonly grant: ChallengeGrant
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly onRemoved: () => Promise<unknown>
}

const RemoveDialog = ({ grant, isOpen, onClose, onRemoved }: RemoveDialogProps) => (
  <ConfirmDialog
    isOpen={isOpen}
    onClose={onClose}
    title={text.removeTitle(grant.user_id)}
    confirm={text.removeConfirm}
    isDangerous
    onConfirm={async () => {
      await removeChallengeGrant(grant.id)
      await Promise.all([onRemoved(), notify(text.removed)])
    }}
  >
    <Text size="sm">{text.removeText}</Text>
  </ConfirmDialog>
)
