import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from 'react-router'
import { firmBoardQuery, type FirmBoard } from '../../api/firm/firm-desk.js'
import { Page } from '../../app/page.js'
import { BoardView } from '../../competitions/competition-board.js'
import { CompetitionState } from '../../competitions/competition-state.js'
import { text } from '../../text/en/competitions.js'
import { CloseCompetition } from './close-competition.js'
import { readingOf } from '../../ui/reading.js'
import { ShortId } from '../../ui/short-id.js'
import type { Column } from '../../ui/tables/data-table.js'
import { ReadingView, RowsSkeleton } from '../../ui/states.js'

const WHOSE: readonly Column<FirmBoard['board'][number]>[] = [
  {
    ...{ name: 'user_id', header: text.user, text: ({ user_id: user }) => user },
    cell: ({ user_id: user }) => <b>{user}</b>,
  },
  {
    ...{ name: 'account_id', header: text.account, text: ({ account_id: id }) => id },
    cell: ({ account_id: id }) => (
      <Link to={`/firm/accounts/${id}`}>
        <ShortId id={id} />
      </Link>
    ),
  },
]

/** A competition with all names in full, and whose accounts they are. */
export default function FirmCompetition() {
  const { id = '' } = useParams()
  const query = useQuery(firmBoardQuery(id))
  return (
    <ReadingView reading={readingOf(query)} isPage skeleton={<RowsSkeleton />} onRetry={() => void query.refetch()}>
      {(board) => (
        <Page
          title={board.competition.name}
          subtitle={<CompetitionState competition={board.competition} />}
          actions={
            <>
              <Button variant="default" component={Link} to="/firm/competitions">
                {text.toAll}
              </Button>
              <CloseCompetition competition={board.competition} />
            </>
          }
        >
          <BoardView board={board} further={WHOSE} />
        </Page>
      )}
    </ReadingView>
  )
}
