/** The runs under way, and the last that have ended. */
import { notFound } from '@ats/service-kit/http'
import type { EndReason, LabRun } from '../../lab/run/lab-run.js'
import type { KeptRecipe, LabResult } from '../../lab/run/lab-report.js'
import type { RunRecipe } from '../../lab/run/recipe.js'
import type { RunReport } from '../../lab/run/run-messages.js'
import type { RunProcess } from './run-process.js'

export interface RunRecord {
  /** As of its beginning, or of its end. */
  run: LabRun
  readonly process: RunProcess
  readonly hasFaults: boolean
  /** Null: there is no more room for it. */
  kept: { readonly recipe: KeptRecipe; readonly played: RunRecipe; readonly bytes: number } | null
  /** As JSON, what its accounts had come to when it was read last; null: it never was, or there is no more room. */
  result: LabResult | null
  /** A hash of its key and secret. */
  readonly credentials: string
  /** The port of its API; null: it has none yet, or has ended. */
  port: number | null
}

export interface RunRecords {
  readonly add: (record: RunRecord) => void
  /** @throws 404 for a run of another user, too */
  readonly find: (userId: string, runId: string) => RunRecord
  readonly get: (runId: string) => RunRecord | undefined
  /** The newest first. */
  readonly ofUser: (userId: string) => readonly RunRecord[]
  readonly underWay: () => readonly RunRecord[]
  /** Keeps a run that has ended, however it did, as its last sign of life was. */
  readonly conclude: (record: RunRecord, reason: EndReason) => void
}

/** So many of those that have ended are remembered. */
const REMEMBERED_MAX = 500

/** The most that recipes, logs and results of runs that have ended may take together; the oldest are dropped. */
const KEPT_BYTES_MAX = 64 * 1_048_576
const BYTES_OF_EVENT = 150

/** About how much is kept of it. */
function keptBytes({ kept, result, process }: RunRecord): number {
  if (kept === null) return 0
  const { commands, events, fills } = process.log()
  const ofCommands = commands.reduce((sum, { path, body }) => sum + 100 + path.length + (body?.length ?? 0), 0)
  return kept.bytes + (result?.accounts.length ?? 0) + ofCommands + (events.length + fills.length) * BYTES_OF_EVENT
}

function dropKept(records: Iterable<RunRecord>): void {
  let bytes = 0
  for (const record of records) {
    if (isUnderWay(record)) continue
    bytes += keptBytes(record)
    if (bytes <= KEPT_BYTES_MAX) continue
    record.kept = null
    record.result = null
    record.process.forget()
  }
}

const isUnderWay = ({ run }: RunRecord): boolean => run.status !== 'ENDED'

/** The run as its last sign of life says. */
export function lastSeen({ run, process }: RunRecord): LabRun {
  const report = process.report() ?? run.report
  return run.status === 'READY' ? withReport(run, report) : { ...run, report }
}

export const withReport = (run: LabRun, report: RunReport | null): LabRun => ({
  ...run,
  report,
  ...(report && { status: report.status }),
})

export function createRunRecords(): RunRecords {
  const records = new Map<string, RunRecord>()
  return {
    add: (record) => void records.set(record.run.id, record),
    find(userId, runId) {
      const found = records.get(runId)
      if (found?.run.userId !== userId) throw notFound('run')
      return found
    },
    get: (runId) => records.get(runId),
    ofUser: (userId) => [...records.values()].filter(({ run }) => run.userId === userId).reverse(),
    underWay: () => [...records.values()].filter(isUnderWay),
    conclude(record, reason) {
      const hasBegun = record.run.begun !== null
      const endedReason = reason === 'DIED' && !hasBegun ? 'FAILED' : reason
      record.run = { ...lastSeen(record), status: 'ENDED', endedReason }
      record.port = null
      for (const [id, one] of records) {
        if (records.size <= REMEMBERED_MAX) break
        if (!isUnderWay(one)) records.delete(id)
      }
      dropKept([...records.values()].reverse())
    },
  }
}
