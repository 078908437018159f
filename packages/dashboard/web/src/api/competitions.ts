import { queryOptions } from '@tanstack/react-query'
import type { AnswerOf, BodyOf, Operations } from '@ats/sdk/types'
import type { PageTerms } from './account-reads.js'
import { bodyOf, engine } from './clients.js'
import { pageOf, type Page } from './pages.js'

export type Competition = AnswerOf<Operations['listCompetitions']>[number]
export type CompetitionEntry = AnswerOf<Operations['listCompetitionEntries']>[number]
export type CompetitionBoard = AnswerOf<Operations['getCompetition']>
export type BoardRow = CompetitionBoard['board'][number]

export const COMPETITIONS_KEY = ['competitions'] as const
const PAGE = 100

export async function readCompetitions({ limit = PAGE, from, to, signal }: PageTerms): Promise<Page<Competition>> {
  const { data: rows = [], response } = await engine.GET('/v1/competitions', {
    params: { query: { limit, ...(from !== undefined && { from }), ...(to !== undefined && { to }) } },
    signal: signal ?? null,
  })
  return pageOf(rows, response.headers)
}

/** As old as the service lets it be. */
export const boardQuery = (id: string) =>
  queryOptions({
    queryKey: [...COMPETITIONS_KEY, 'board', id],
    queryFn: ({ signal }): Promise<CompetitionBoard> =>
      bodyOf(engine.GET('/v1/competitions/{competition_id}', { params: { path: { competition_id: id } }, signal })),
    refetchInterval: 10_000,
  })

/** The entries of the user, the latest first. */
export const entriesQuery = queryOptions({
  queryKey: [...COMPETITIONS_KEY, 'entries'],
  queryFn: ({ signal }): Promise<readonly CompetitionEntry[]> =>
    bodyOf(engine.GET('/v1/competition-entries', { params: { query: { limit: PAGE } }, signal })),
})

/** Enters, or gives the entry another name; without `display_name` it has none. */
export const enterCompetition = (id: string, body: BodyOf<Operations['enterCompetition']>): Promise<CompetitionEntry> =>
  bodyOf(engine.POST('/v1/competitions/{competition_id}/entries', { params: { path: { competition_id: id } }, body }))
