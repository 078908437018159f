import { anyAccount } from '../api/account-reads.js'
import { readAudit, type AuditRow } from '../api/firm.js'
import { actionName, text } from '../text/en/firm.js'
import type { Column } from '../ui/data-table.js'
import { PagedTable } from '../ui/paged-table.js'
import { Empty } from '../ui/states.js'
import { TimeText } from '../ui/time-text.js'
import { auditDetails } from './audit-details.js'

const { columns: names } = text

const COLUMNS: readonly Column<AuditRow>[] = [
  { ...{ name: 'at', header: names.time, text: ({ at }) => at }, cell: ({ at }) => <TimeText at={at} /> },
  { ...{ name: 'operator', header: names.operator, text: (row) => row.operator }, cell: (row) => row.operator },
  {
    ...{ name: 'action', header: names.action, text: ({ action }) => action },
    cell: ({ action }) => <b>{actionName(action)}</b>,
  },
  {
    ...{ name: 'request', header: names.request, text: ({ request }) => JSON.stringify(request) },
    cell: ({ request }) => auditDetails(request),
  },
]

interface AuditTableProps {
  readonly label: string
  /** The changes of this account. */
  readonly accountId: string
  readonly empty: string
}

/** The changes of an account by operators, newest first. */
export const AuditTable = ({ label, accountId, empty }: AuditTableProps) => (
  <PagedTable
    label={label}
    queryKey={[...anyAccount.key(accountId), 'audit']}
    read={(terms) => readAudit({ subject: accountId }, terms)}
    columns={COLUMNS}
    rowKey={({ id }) => id}
    empty={<Empty title={empty} />}
  />
)
