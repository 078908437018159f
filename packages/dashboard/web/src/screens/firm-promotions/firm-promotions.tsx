import { Button, Group, Stack } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { Link, useSearchParams } from 'react-router'
import { PROMOTIONS_KEY, readPromotions, type Promotion } from '../../api/firm/firm-challenges.js'
import { Page } from '../../app/page.js'
import { text } from '../../text/en/firm/firm-promotions.js'
import { useDialog } from '../../ui/forms/dialog-state.js'
import { Segments } from '../../ui/forms/segments.js'
import { ShortId } from '../../ui/short-id.js'
import { Empty } from '../../ui/states.js'
import type { Column } from '../../ui/tables/data-table.js'
import { PagedTable } from '../../ui/tables/paged-table.js'
import { TimeText } from '../../ui/time/time-text.js'
import { CONTRACTS, IDENTITY_CHECKS, UserChecks } from './user-checks.js'
import { PromotionDialog, type Review } from './promotion-dialogs.js'

const { label, ...VIEWS } = text.queue
type View = keyof typeof VIEWS

const { columns: names } = text
const PERIOD_MS = 5_000

/** Accounts that have passed, to be reviewed or waiting for an identity check or a contract; and these. */
export default function FirmPromotions() {
  const [params, setParams] = useSearchParams()
  const view = (Object.keys(VIEWS) as View[]).find((known) => known === params.get('show')) ?? 'AWAITING_REVIEW'
  const dialog = useDialog<Review>()
  const { open } = dialog
  const columns = useMemo(() => promotionColumns(open), [open])
  const queries = useQueryClient()
  const filter = view === 'all' ? {} : { status: view }
  return (
    <Page
      title={text.title}
      subtitle={text.subtitle}
      actions={
        <Button variant="default" component={Link} to="/firm/certificates">
          {text.certificates}
        </Button>
      }
    >
      <Stack gap="lg">
        <div>
          <Segments
            label={label}
            options={VIEWS}
            value={view}
            onChange={(next) => setParams(next === 'AWAITING_REVIEW' ? {} : { show: next })}
          />
        </div>
        <PagedTable
          label={text.list}
          queryKey={[...PROMOTIONS_KEY, view]}
          read={(terms) => readPromotions(filter, terms)}
          columns={columns}
          rowKey={({ id }) => id}
          empty={<Empty title={text.none} />}
          refetchMs={PERIOD_MS}
        />
        <UserChecks kind={IDENTITY_CHECKS} />
        <UserChecks kind={CONTRACTS} />
      </Stack>
      {dialog.subject !== null && (
        <PromotionDialog
          key={`${dialog.subject.verb} ${dialog.subject.promotion.id}`}
          review={dialog.subject}
          isOpen={dialog.isOpen}
          onClose={dialog.close}
          onReviewed={() => queries.invalidateQueries({ queryKey: PROMOTIONS_KEY })}
        />
      )}
    </Page>
  )
}

const toAccount = (id: string) => (
  <Link to={`/firm/accounts/${id}`}>
    <ShortId id={id} />
  </Link>
)

const promotionColumns = (open: (review: Review) => void): readonly Column<Promotion>[] => [
  {
    ...{ name: 'passed_at', header: names.passed, text: (row) => row.passed_at },
    cell: (row) => <TimeText at={row.passed_at} />,
  },
  { ...{ name: 'user_id', header: names.user, text: (row) => row.user_id }, cell: (row) => <b>{row.user_id}</b> },
  {
    ...{ name: 'program', header: names.program, text: (row) => text.program(row.program_id, row.program_version) },
    cell: (row) => text.program(row.program_id, row.program_version),
  },
  {
    ...{ name: 'phase', header: names.phase, text: (row) => text.phase(row.phase, row.attempt) },
    cell: (row) => text.phase(row.phase, row.attempt),
  },
  {
    ...{ name: 'status', header: names.status, text: (row) => text.statuses[row.status] },
    cell: (row) => text.statuses[row.status],
  },
  { ...{ name: 'id', header: names.account, text: ({ id }) => id }, cell: ({ id }) => toAccount(id) },
  {
    ...{ name: 'successor_id', header: names.successor, text: (row) => row.successor_id },
    cell: ({ successor_id: id }) => (id === null ? '–' : toAccount(id)),
  },
  {
    ...{ name: 'reviewed_by', header: names.reviewer, text: (row) => row.reviewed_by },
    cell: (row) => row.reviewed_by ?? '–',
  },
  { ...{ name: 'reason', header: names.reason, text: (row) => row.reason }, cell: (row) => row.reason ?? '–' },
  {
    ...{ name: 'actions', header: names.actions, isSticky: true, inFile: false, text: () => null },
    cell: (promotion) => (promotion.status === 'AWAITING_REVIEW' ? <Actions promotion={promotion} open={open} /> : '–'),
  },
]

const Actions = ({ promotion, open }: { readonly promotion: Promotion; readonly open: (review: Review) => void }) => {
  const { user_id: user, phase } = promotion
  return (
    <Group gap={6} wrap="nowrap" justify="flex-end">
      <Button
        size="compact-sm"
        onClick={() => open({ verb: 'approve', promotion })}
        aria-label={text.approveOf(user, phase)}
      >
        {text.approve}
      </Button>
      <Button
        size="compact-sm"
        variant="default"
        onClick={() => open({ verb: 'reject', promotion })}
        aria-label={text.rejectOf(user, phase)}
      >
        {text.reject}
      </Button>
    </Group>
  )
}
