import { Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { walletsQuery, type TradingWallet } from '../../api/firm/firm-wallets.js'
import { Page } from '../../app/page.js'
import { text } from '../../text/en/firm/firm-wallets.js'
import { useDialog } from '../../ui/forms/dialog-state.js'
import { hasDraft } from '../../ui/forms/form-draft.js'
import { readingOf } from '../../ui/reading.js'
import { Empty, ReadingView, RowsSkeleton } from '../../ui/states.js'
import { DataTable } from '../../ui/tables/data-table.js'
import { ComparisonDrawer } from './comparison-drawer.js'
import { REGISTER_DRAFT, RegisterDialog } from './register-dialog.js'
import { keptChange, StandingDialog, type StandingChange } from './standing-dialogs.js'
import { walletColumns } from './wallet-columns.js'

/** The wallets that LIVE accounts trade with: their means, their state, and whether books and venue agree. */
export default function FirmWallets() {
  const query = useQuery(walletsQuery)
  const queries = useQueryClient()
  const registering = useDialog<true>(hasDraft(REGISTER_DRAFT) ? true : undefined)
  const changing = useDialog<StandingChange>(keptChange())
  const comparing = useDialog<TradingWallet>()
  const { open: change } = changing
  const { open: compare } = comparing
  const columns = useMemo(
    () =>
      walletColumns((action, wallet) => (action === 'compare' ? compare(wallet) : change({ verb: action, wallet }))),
    [change, compare],
  )
  const refresh = () => queries.invalidateQueries({ queryKey: walletsQuery.queryKey })
  return (
    <Page
      title={text.title}
      subtitle={text.subtitle}
      actions={<Button onClick={() => registering.open(true)}>{text.register}</Button>}
    >
      <ReadingView reading={readingOf(query)} skeleton={<RowsSkeleton />} onRetry={() => void query.refetch()}>
        {(wallets) => (
          <DataTable
            label={text.title}
            columns={columns}
            rows={wallets}
            rowKey={({ address }) => address}
            empty={<Empty title={text.none} hint={text.noneHint} />}
          />
        )}
      </ReadingView>
      <RegisterDialog isOpen={registering.isOpen} onClose={registering.close} onRegistered={refresh} />
      {changing.subject !== null && (
        <StandingDialog
          key={`${changing.subject.verb} ${changing.subject.wallet.address}`}
          change={changing.subject}
          isOpen={changing.isOpen}
          onClose={changing.close}
          onChanged={refresh}
        />
      )}
      {comparing.subject !== null && comparing.isOpen && (
        <ComparisonDrawer wallet={comparing.subject} onClose={comparing.close} />
      )}
    </Page>
  )
}
