import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { COMPETITIONS_KEY, entriesQuery, readCompetitions, type Competition } from '../../api/competitions.js'
import { Page } from '../../app/page.js'
import { competitionColumns } from '../../competitions/competition-columns.js'
import { text } from '../../text/en/competitions.js'
import { Empty } from '../../ui/states.js'
import type { Column } from '../../ui/tables/data-table.js'
import { PagedTable } from '../../ui/tables/paged-table.js'

const PERIOD_MS = 30_000

/** The competitions that there are, and which of them the user has entered. */
export default function Competitions() {
  const { data: entries } = useQuery(entriesQuery)
  const columns = useMemo((): readonly Column<Competition>[] => {
    const entered = new Set(entries?.map(({ competition_id: id }) => id))
    const said = ({ id }: Competition): string => (entered.has(id) ? text.entered : text.notEntered)
    return [
      ...competitionColumns('/competitions'),
      { ...{ name: 'own', header: text.columns.own, text: said }, cell: said },
    ]
  }, [entries])
  return (
    <Page title={text.title} subtitle={text.subtitle}>
      <PagedTable
        label={text.list}
        queryKey={COMPETITIONS_KEY}
        read={readCompetitions}
        columns={columns}
        rowKey={({ id }) => id}
        empty={<Empty title={text.none} hint={text.noneHint} />}
        refetchMs={PERIOD_MS}
      />
    </Page>
  )
}
