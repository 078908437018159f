import { Stack, Text } from '@mantine/core'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import { useSearchParams } from 'react-router'
import { pagedQuery, type ReadPage } from '../../api/paged.js'
import { PAYOUTS_KEY, readPayouts, type OperatedPayout } from '../../api/firm/firm-lists.js'
import { Page } from '../../app/page.js'
import { useSession } from '../../app/session-context.js'
import { Titled } from '../../firm/titled.js'
import { text } from '../../text/en/firm/payouts.js'
import { useDialog } from '../../ui/forms/dialog-state.js'
import { PagedTable } from '../../ui/tables/paged-table.js'
import { Segments } from '../../ui/forms/segments.js'
import { Empty } from '../../ui/states.js'
import { DecisionDialogs, keptDecision, type Decision } from './decision-dialogs.js'
import { payoutColumns } from './payout-columns.js'

const { label, ...VIEWS } = text.queue
type View = keyof typeof VIEWS

const PERIOD_MS = 5_000

type Status = OperatedPayout['status'] | undefined

/** Undefined: of any status. */
const keyOf = (status: Status): readonly unknown[] => [...PAYOUTS_KEY, status ?? 'all']
const readWith =
  (status: Status): ReadPage<OperatedPayout> =>
  (terms) =>
    readPayouts(status === undefined ? {} : { status }, terms)

/** The payouts of all accounts: those that wait for an operator, or one of the lists of those that are decided. */
export default function FirmPayouts() {
  const [params, setParams] = useSearchParams()
  const view = (Object.keys(VIEWS) as View[]).find((known) => known === params.get('show')) ?? 'open'
  const show = (next: View): void => setParams(next === 'open' ? {} : { show: next })
  const { user } = useSession()
  const dialog = useDialog<Decision>(keptDecision())
  const { open } = dialog
  const decide = useCallback((verb: Decision['verb'], payout: OperatedPayout) => open({ verb, payout }), [open])
  const terms = useMemo(() => ({ user, decide }), [user, decide])
  const queries = useQueryClient()
  // What comes below a list of unknown length waits for it, so that nothing moves.
  const { isPending } = useInfiniteQuery({
    ...pagedQuery(keyOf('REQUESTED'), readWith('REQUESTED')),
    enabled: view === 'open',
  })
  const list = (status: Status, name: string, empty: string) => (
    <PagedTable
      label={name}
      queryKey={keyOf(status)}
      read={readWith(status)}
      columns={payoutColumns(status, terms)}
      rowKey={({ id }) => id}
      empty={<Empty title={empty} />}
      refetchMs={PERIOD_MS}
    />
  )
  return (
    <Page title={text.title}>
      <div>
        <Segments label={label} options={VIEWS} value={view} onChange={show} />
      </div>
      {view === 'open' ? (
        <Stack gap="lg">
          <Titled title={text.toPropose}>
            <Text size="sm">{text.toProposeHint}</Text>
            {list('REQUESTED', text.toPropose, text.nonePropose)}
          </Titled>
          <div hidden={isPending}>
            <Titled title={text.toApprove}>
              <Text size="sm">{text.toApproveHint}</Text>
              {list('PROPOSED', text.toApprove, text.noneApprove)}
            </Titled>
          </div>
        </Stack>
      ) : (
        list(view === 'all' ? undefined : view, text.list, text.noneListed)
      )}
      {dialog.subject !== null && (
        <DecisionDialogs
          key={`${dialog.subject.verb} ${dialog.subject.payout.id}`}
          decision={dialog.subject}
          isOpen={dialog.isOpen}
          onClose={dialog.close}
          onDecided={() => queries.invalidateQueries({ queryKey: PAYOUTS_KEY })}
        />
      )}
    </Page>
  )
}
