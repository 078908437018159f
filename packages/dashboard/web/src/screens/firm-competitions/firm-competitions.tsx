import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { FIRM_COMPETITIONS_KEY, readFirmCompetitions } from '../../api/firm/firm-desk.js'
import { Page } from '../../app/page.js'
import { competitionColumns } from '../../competitions/competition-columns.js'
import { usePlanIds } from '../../firm/use-plan-ids.js'
import { text } from '../../text/en/competitions.js'
import { useDialog } from '../../ui/forms/dialog-state.js'
import { hasDraft } from '../../ui/forms/form-draft.js'
import { Empty } from '../../ui/states.js'
import { PagedTable } from '../../ui/tables/paged-table.js'
import { ANNOUNCE_DRAFT, AnnounceDialog } from './announce-dialog.js'

const COLUMNS = competitionColumns('/firm/competitions')
const PERIOD_MS = 30_000

/** The competitions of the firm, and announcing one. */
export default function FirmCompetitions() {
  const plans = usePlanIds()
  const queries = useQueryClient()
  const dialog = useDialog<true>(hasDraft(ANNOUNCE_DRAFT) ? true : undefined)
  return (
    <Page
      title={text.title}
      subtitle={text.subtitle}
      actions={<Button onClick={() => dialog.open(true)}>{text.announce}</Button>}
    >
      <PagedTable
        label={text.list}
        queryKey={FIRM_COMPETITIONS_KEY}
        read={readFirmCompetitions}
        columns={COLUMNS}
        rowKey={({ id }) => id}
        empty={<Empty title={text.none} />}
        refetchMs={PERIOD_MS}
      />
      <AnnounceDialog
        plans={plans}
        isOpen={dialog.isOpen}
        onClose={dialog.close}
        onAnnounced={() => queries.invalidateQueries({ queryKey: FIRM_COMPETITIONS_KEY })}
      />
    </Page>
  )
}
