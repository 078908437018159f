import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { ApiError } from '../../../api/api-error.js'
import { explainedError } from '../../../api/explained-error.js'
import { runsQuery, startRun, type NewRun, type StartedRun } from '../../../api/lab.js'
import { text } from '../../../text/en/lab/new-run.js'

/** Starts runs; the key of the last one is there until it is put away, which leads to the run. */
export function useStart() {
  const navigate = useNavigate()
  const queries = useQueryClient()
  const [started, setStarted] = useState<StartedRun | null>(null)
  const start = useMutation({
    mutationFn: (body: NewRun) => startRun(body).catch(explain),
    onSuccess(run) {
      setStarted(run)
      void queries.invalidateQueries({ queryKey: runsQuery.queryKey })
    },
  })
  const close = (): void => {
    const id = started?.run_id
    // It is in no cache from here on.
    setStarted(null)
    start.reset()
    if (id !== undefined) void navigate(`/laboratory/runs/${id}`)
  }
  return { start, started, close }
}

function explain(error: unknown): never {
  if (error instanceof ApiError && error.status === 404)
    throw new ApiError(404, { ...error.body, message: text.unknownPlan })
  throw explainedError(error, text.reasons)
}
