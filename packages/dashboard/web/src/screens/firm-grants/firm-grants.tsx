import { Button, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { Link } from 'react-router'
import { GRANTS_KEY, readGrants, type GrantRow } from '../../api/firm/firm-lists.js'
import { removeGrant } from '../../api/firm/operator-changes.js'
import { Page } from '../../app/page.js'
import { FilterBar, useFilter } from '../../firm/filter-bar.js'
import type { FilterFields } from '../../firm/filter.js'
import { usePlanIds } from '../../firm/use-plan-ids.js'
import { grants as text } from '../../text/en/firm/firm-lists.js'
import { ConfirmDialog } from '../../ui/forms/confirm-dialog.js'
import type { Column } from '../../ui/tables/data-table.js'
import { useDialog } from '../../ui/forms/dialog-state.js'
import { hasDraft } from '../../ui/forms/form-draft.js'
import { notify } from '../../ui/notify.js'
import { PagedTable } from '../../ui/tables/paged-table.js'
import { ShortId } from '../../ui/short-id.js'
import { Empty } from '../../ui/states.js'
import { TimeText } from '../../ui/time/time-text.js'
import { ChallengeGrants } from './challenge-grants.js'
import { GRANT_DRAFT, GrantDialog } from './grant-dialog.js'

/** The rights to open accounts, given and taken back. */
export default function FirmGrants() {
  const plans = usePlanIds()
  const fields = useMemo(() => fieldsWith(plans), [plans])
  const [values, setValues] = useFilter(fields)
  const giving = useDialog<true>(hasDraft(GRANT_DRAFT) ? true : undefined)
  const revoking = useDialog<GrantRow>()
  const { open } = revoking
  const columns = useMemo(() => grantColumns(open), [open])
  const queries = useQueryClient()
  const refresh = () => queries.invalidateQueries({ queryKey: GRANTS_KEY })
  const { used, ...filter } = values
  const wanted = { ...filter, ...(used !== undefined && { used: used === 'true' }) }
  return (
    <Page
      title={text.title}
      subtitle={text.subtitle}
      actions={<Button onClick={() => giving.open(true)}>{text.give}</Button>}
    >
      <FilterBar fields={fields} values={values} onFilter={setValues} />
      <PagedTable
        label={text.title}
        queryKey={[...GRANTS_KEY, wanted]}
        read={(terms) => readGrants(wanted, terms)}
        columns={columns}
        rowKey={({ id }) => id}
        empty={<Empty title={text.none} hint={text.noneHint} />}
      />
      <ChallengeGrants />
      <GrantDialog plans={plans} isOpen={giving.isOpen} onClose={giving.close} onGranted={refresh} />
      {revoking.subject !== null && (
        <RevokeDialog
          key={revoking.subject.id}
          grant={revoking.subject}
          isOpen={revoking.isOpen}
          onClose={revoking.close}
          onRevoked={refresh}
        />
      )}
    </Page>
  )
}

/** Plans are chosen from those that there are. */
const fieldsWith = (plans: readonly string[]) =>
  ({
    user_id: { kind: 'text', label: text.user },
    plan_id: { kind: 'choice', label: text.plan, options: Object.fromEntries(plans.map((id) => [id, id])) },
    used: { kind: 'choice', label: text.used, options: text.usedOptions },
  }) as const satisfies FilterFields

const grantColumns = (revoke: (grant: GrantRow) => void): readonly Column<GrantRow>[] => [
  {
    ...{ name: 'created_at', header: text.granted, text: (row) => row.created_at },
    cell: (row) => <TimeText at={row.created_at} />,
  },
  { ...{ name: 'user_id', header: text.user, text: (row) => row.user_id }, cell: (row) => <b>{row.user_id}</b> },
  {
    ...{ name: 'plan_id', header: text.plan, text: (row) => row.plan_id },
    cell: (row) => text.version(row.plan_id, row.plan_version),
  },
  {
    ...{ name: 'challenge_id', header: text.challenge, text: (row) => row.challenge_id },
    cell: (row) => row.challenge_id ?? '–',
  },
  {
    ...{ name: 'account_id', header: text.account, text: (row) => row.account_id },
    cell: ({ account_id: id }) =>
      id === null ? (
        text.unused
      ) : (
        <Link to={`/firm/accounts/${id}`}>
          <ShortId id={id} />
        </Link>
      ),
  },
  { ...{ name: 'id', header: text.id, text: ({ id }) => id }, cell: ({ id }) => <ShortId id={id} /> },
  {
    ...{ name: 'actions', header: text.actions, isSticky: true, inFile: false, text: () => null },
    cell: (grant) =>
      grant.account_id === null ? (
        <Button
          size="compact-sm"
          variant="default"
          onClick={() => revoke(grant)}
          aria-label={text.revokeOf(grant.user_id, grant.plan_id)}
        >
          {text.revoke}
        </Button>
      ) : (
        '–'
      ),
  },
]

interface RevokeDialogProps {
  readonly grant: GrantRow
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly onRevoked: () => Promise<unknown>
}

const RevokeDialog = ({ grant, isOpen, onClose, onRevoked }: RevokeDialogProps) => (
  <ConfirmDialog
    isOpen={isOpen}
    onClose={onClose}
    title={text.revokeTitle(grant.user_id)}
    confirm={text.revokeConfirm}
    isDangerous
    onConfirm={async () => {
      await removeGrant(grant.id)
      await Promise.all([onRevoked(), notify(text.revoked)])
    }}
  >
    <Text size="sm">{text.revokeText(text.version(grant.plan_id, grant.plan_version))}</Text>
  </ConfirmDialog>
)
