import { Link } from 'react-router'
import type { Competition } from '../api/competitions.js'
import { text } from '../text/en/competitions.js'
import type { Column } from '../ui/tables/data-table.js'
import { TimeText } from '../ui/time/time-text.js'
import { CompetitionState } from './competition-state.js'

const { columns: names } = text

/** `path`: where one is shown. */
export const competitionColumns = (path: string): readonly Column<Competition>[] => [
  {
    ...{ name: 'name', header: names.name, text: ({ name }) => name },
    cell: ({ id, name }) => <Link to={`${path}/${encodeURIComponent(id)}`}>{name}</Link>,
  },
  {
    ...{ name: 'state', header: names.state, text: ({ to }) => to },
    cell: (competition) => <CompetitionState competition={competition} />,
  },
  {
    ...{ name: 'plan', header: names.plan, text: (row) => text.version(row.plan_id, row.plan_version) },
    cell: (row) => text.version(row.plan_id, row.plan_version),
  },
  { ...{ name: 'from', header: names.from, text: ({ from }) => from }, cell: ({ from }) => <TimeText at={from} /> },
  { ...{ name: 'to', header: names.to, text: ({ to }) => to }, cell: ({ to }) => <TimeText at={to} /> },
  {
    ...{ name: 'entries', header: names.entries, align: 'right' as const, text: ({ entries }) => entries },
    cell: (row) => text.entriesOf(row.entries, row.entry_cap),
  },
  {
    ...{ name: 'rank_by', header: names.rankBy, text: ({ rank_by }) => rank_by },
    cell: ({ rank_by }) => text.rankings[rank_by],
  },
]
