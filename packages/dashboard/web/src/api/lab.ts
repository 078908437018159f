import { queryOptions } from '@tanstack/react-query'
import type { AnswerOf, BodyOf, LabOperations, LabPaths, LabReport, LabResult, LabRunState } from '@ats/sdk/types'
import type { Odds, Operations } from '@ats/sdk/types'
import createClient from 'openapi-fetch'
import { bodyOf, engine, labResults } from './clients.js'
import { send } from './send.js'

/** Figures as they came: a recipe is sent again as it is, and none of them is money. */
const lab = createClient<LabPaths>({ baseUrl: `${window.location.origin}/api/lab`, fetch: send })

type RunBody = BodyOf<LabOperations['startLabRun']>
/** A pace is a number of times real, and no decimal. */
export type NewRun = Omit<RunBody, 'pace'> & { readonly pace?: 'LOCKSTEP' | 'MAX' | number }
export type Advance = BodyOf<LabOperations['advanceLabRun']>
export type StartedRun = AnswerOf<LabOperations['startLabRun']>
export type KeptTape = AnswerOf<LabOperations['listLabTapes']>[number]
export type AskedOdds = BodyOf<Operations['getOdds']>

const ROOT = ['lab'] as const
/** How soon a run is read again whose clock moves, and one whose clock stands still. */
const MOVING_MS = 1_000
const STANDING_MS = 3_000

const pollOf = (runs: readonly Pick<LabRunState, 'status'>[] | undefined): number => {
  const isMoving = runs?.some(({ status }) => status === 'ADVANCING' || status === 'STARTING') === true
  return isMoving ? MOVING_MS : STANDING_MS
}

/** The runs of the user, the newest first. */
export const runsQuery = queryOptions({
  queryKey: [...ROOT, 'runs'],
  queryFn: ({ signal }): Promise<readonly LabRunState[]> => bodyOf(lab.GET('/v1/lab/runs', { signal })),
  refetchInterval: ({ state }) => pollOf(state.data),
})

/** The tapes that runs can be played on by name. */
export const tapesQuery = queryOptions({
  queryKey: [...ROOT, 'tapes'],
  queryFn: ({ signal }): Promise<readonly KeptTape[]> => bodyOf(lab.GET('/v1/lab/tapes', { signal })),
  staleTime: 60_000,
})

const of = (id: string) => ({ params: { path: { run_id: id } } })

/** The figures of a run, without its log. */
export const runQuery = (id: string) =>
  queryOptions({
    queryKey: [...ROOT, 'run', id],
    queryFn: ({ signal }): Promise<LabReport> => bodyOf(lab.GET('/v1/lab/runs/{run_id}/report', { ...of(id), signal })),
    refetchInterval: ({ state: { data } }) => (data?.status === 'ENDED' ? false : pollOf(data && [data])),
  })

/** A run with its recipe, its requests and its events: some megabytes, where it was a long one. */
export const logQuery = (id: string, events: number) =>
  queryOptions({
    queryKey: [...ROOT, 'log', id, events],
    queryFn: ({ signal }): Promise<LabReport> =>
      bodyOf(
        lab.GET('/v1/lab/runs/{run_id}/report', {
          params: { path: { run_id: id }, query: { include: 'log' } },
          signal,
        }),
      ),
    staleTime: Infinity,
  })

/** The accounts of a run; read again as it goes on, and once more when it has ended. */
export const resultQuery = (id: string, isOver: boolean) =>
  queryOptions({
    queryKey: [...ROOT, 'result', id, isOver],
    queryFn: ({ signal }): Promise<LabResult> =>
      bodyOf(labResults.GET('/v1/lab/runs/{run_id}/result', { ...of(id), signal })),
    refetchInterval: isOver ? false : STANDING_MS,
    staleTime: isOver ? Infinity : 0,
  })

export const startRun = (body: NewRun): Promise<StartedRun> => bodyOf(lab.POST('/v1/lab/runs', { body: body }))

export const advanceRun = (id: string, body: Advance) =>
  bodyOf(lab.POST('/v1/lab/runs/{run_id}/advance', { ...of(id), body }))

export const endRun = (id: string): Promise<LabRunState> => bodyOf(lab.DELETE('/v1/lab/runs/{run_id}', of(id)))

export const askOdds = (body: AskedOdds): Promise<Odds> => bodyOf(engine.POST('/v1/lab/odds', { body }))
