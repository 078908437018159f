import { Anchor, Button, Text, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { Link } from 'react-router'
import { publicPageOf } from '../../api/certificates.js'
import { explainedError } from '../../api/explained-error.js'
import {
  FIRM_CERTIFICATES_KEY,
  issueCertificateOf,
  readFirmCertificates,
  type IssuedCertificate,
} from '../../api/firm/firm-desk.js'
import { Page } from '../../app/page.js'
import { useSession } from '../../app/session-context.js'
import { certificateTitle } from '../../certificates/certificate-title.js'
import { FilterBar, useFilter } from '../../firm/filter-bar.js'
import type { FilterFields } from '../../firm/filter.js'
import { text } from '../../text/en/certificates.js'
import { formatMoney } from '../../ui/figures/format.js'
import { ConfirmDialog } from '../../ui/forms/confirm-dialog.js'
import { notify } from '../../ui/notify.js'
import { ShortId } from '../../ui/short-id.js'
import { useDialog } from '../../ui/forms/dialog-state.js'
import { RevokeDialog } from './revoke-dialog.js'
import { ToneBadge } from '../../ui/tone-badge.js'
import { Empty } from '../../ui/states.js'
import type { Column } from '../../ui/tables/data-table.js'
import { PagedTable } from '../../ui/tables/paged-table.js'
import { TimeText } from '../../ui/time/time-text.js'

const FIELDS = {
  user_id: { kind: 'text', label: text.user },
  account_id: { kind: 'text', label: text.account, isLong: true },
} as const satisfies FilterFields

const PERIOD_MS = 15_000

/** The certificates of all users, and issuing one. */
export default function FirmCertificates() {
  const { engine_url: engineUrl } = useSession()
  const [values, setValues] = useFilter(FIELDS)
  const [isIssuing, setIssuing] = useState(false)
  const { subject, isOpen, open, close } = useDialog<IssuedCertificate>()
  const columns = useMemo(() => columnsFor(engineUrl, open), [engineUrl, open])
  return (
    <Page
      title={text.title}
      subtitle={text.firmSubtitle}
      actions={<Button onClick={() => setIssuing(true)}>{text.issueOne}</Button>}
    >
      <FilterBar fields={FIELDS} values={values} onFilter={setValues} />
      <PagedTable
        label={text.list}
        queryKey={[...FIRM_CERTIFICATES_KEY, values]}
        read={(terms) => readFirmCertificates(values, terms)}
        columns={columns}
        rowKey={({ certificate }) => certificate.code}
        empty={<Empty title={text.noneFound} hint={text.noneFoundHint} />}
        refetchMs={PERIOD_MS}
      />
      <IssueDialog isOpen={isIssuing} onClose={() => setIssuing(false)} />
      {subject !== null && (
        <RevokeDialog key={subject.certificate.code} issued={subject} isOpen={isOpen} onClose={close} />
      )}
    </Page>
  )
}

const columnsFor = (
  engineUrl: string,
  revoke: (issued: IssuedCertificate) => void,
): readonly Column<IssuedCertificate>[] => [
  {
    ...{ name: 'issued_at', header: text.signed, text: (row) => row.issued_at },
    cell: (row) => <TimeText at={row.issued_at} />,
  },
  { ...{ name: 'user_id', header: text.user, text: (row) => row.user_id }, cell: (row) => <b>{row.user_id}</b> },
  {
    ...{ name: 'title', header: text.program, text: ({ certificate }) => certificateTitle(certificate) },
    cell: ({ certificate }) => certificateTitle(certificate),
  },
  {
    ...{ name: 'display_name', header: text.name, text: ({ certificate }) => certificate.display_name },
    cell: ({ certificate }) => <bdi>{certificate.display_name ?? text.nobody}</bdi>,
  },
  {
    ...{ name: 'profit', header: text.profit, align: 'right', text: ({ certificate }) => certificate.profit },
    cell: ({ certificate }) => formatMoney(certificate.profit, certificate.currency, true),
  },
  {
    ...{ name: 'passed_at', header: text.passed, text: ({ certificate }) => certificate.passed_at },
    cell: ({ certificate }) => <TimeText at={certificate.passed_at} />,
  },
  {
    ...{ name: 'account_id', header: text.account, text: ({ certificate }) => certificate.account_id },
    cell: ({ certificate: { account_id: id } }) => (
      <Link to={`/firm/accounts/${id}`}>
        <ShortId id={id} />
      </Link>
    ),
  },
  {
    ...{ name: 'code', header: text.publicPage, text: ({ certificate }) => certificate.code },
    cell: ({ certificate }) => (
      <Anchor
        size="sm"
        href={publicPageOf(engineUrl, certificate.code)}
        target="_blank"
        rel="noreferrer"
        aria-label={text.pageOf(`${certificateTitle(certificate)}, ${certificate.code}`)}
      >
        {text.open}
      </Anchor>
    ),
  },
  {
    ...{ name: 'revoked_at', header: text.state, text: (row) => row.revoked_at },
    cell: ({ revoked_at: at }) => (at === undefined ? text.stands : <ToneBadge tone="bad">{text.revoked}</ToneBadge>),
  },
  {
    ...{ name: 'actions', header: text.actions, isSticky: true, inFile: false, text: () => null },
    cell: (issued) =>
      issued.revoked_at === undefined ? (
        <Button
          size="compact-sm"
          variant="default"
          onClick={() => revoke(issued)}
          aria-label={text.revokeOf(`${certificateTitle(issued.certificate)}, ${issued.certificate.code}`)}
        >
          {text.revoke}
        </Button>
      ) : (
        '–'
      ),
  },
]

function IssueDialog({ isOpen, onClose }: { readonly isOpen: boolean; readonly onClose: () => void }) {
  const queries = useQueryClient()
  const [id, setId] = useState('')
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={onClose}
      title={text.issueOne}
      confirm={text.issueOne}
      isDisabled={id.trim() === ''}
      onConfirm={async () => {
        await issueCertificateOf(id.trim()).catch((error: unknown) => {
          throw explainedError(error, text.reasons)
        })
        setId('')
        await queries.invalidateQueries({ queryKey: FIRM_CERTIFICATES_KEY })
        await notify(text.issued)
      }}
    >
      <Text size="sm">{text.issueText}</Text>
      <TextInput
        label={text.accountId}
        value={id}
        maxLength={64}
        spellCheck={false}
        required
        data-autofocus
        onChange={({ currentTarget }) => setId(currentTarget.value)}
      />
    </ConfirmDialog>
  )
}
