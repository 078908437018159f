import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useParams } from 'react-router'
import { boardQuery, entriesQuery, type CompetitionBoard } from '../../api/competitions.js'
import { Page } from '../../app/page.js'
import { BoardView } from '../../competitions/competition-board.js'
import { CompetitionState, phaseOf } from '../../competitions/competition-state.js'
import { text } from '../../text/en/competitions.js'
import { readingOf } from '../../ui/reading.js'
import { ReadingView, RowsSkeleton } from '../../ui/states.js'
import { useNow } from '../../ui/time/clock.js'
import { EnterDialog } from './enter-dialog.js'

/** A competition: its terms, its board, and the way into it. */
export default function CompetitionScreen() {
  const { id = '' } = useParams()
  const query = useQuery(boardQuery(id))
  const entries = useQuery(entriesQuery)
  // The button above the board is as wide as what it says: it is shown once that is known.
  if (entries.isPending && !query.isError) return <RowsSkeleton />
  return (
    <ReadingView reading={readingOf(query)} isPage skeleton={<RowsSkeleton />} onRetry={() => void query.refetch()}>
      {(board) => <Shown board={board} />}
    </ReadingView>
  )
}

function Shown({ board }: { readonly board: CompetitionBoard }) {
  const { competition } = board
  const entries = useQuery(entriesQuery)
  const own = entries.data?.find(({ competition_id: of }) => of === competition.id)
  const [isEntering, setEntering] = useState(false)
  const isOver = phaseOf(competition, useNow()) === 'over'
  return (
    <Page
      title={competition.name}
      subtitle={<CompetitionState competition={competition} />}
      actions={
        <>
          <Button variant="default" component={Link} to="/competitions">
            {text.toAll}
          </Button>
          {(own !== undefined || !isOver) && (
            <Button onClick={() => setEntering(true)} disabled={entries.data === undefined}>
              {own === undefined ? text.enter : text.rename}
            </Button>
          )}
        </>
      }
    >
      <BoardView board={board} ownEntry={own?.id} />
      <EnterDialog
        key={own?.id ?? 'new'}
        competition={competition}
        own={own}
        isOpen={isEntering}
        onClose={() => setEntering(false)}
      />
    </Page>
  )
}
