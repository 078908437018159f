/** Makes a run again from its report: the same recipe, and the same commands at the same times of its clock. */
import { generateCredentials, generateWebhookSecret } from '@ats/contracts'
import type { Logger } from '@ats/service-kit/process'
import type Joi from 'joi'
import { formatTimestamp, parseTimestamp, type Micros } from '../../core/values/time.js'
import type { EventTrace } from '../../lab/run/event-head.js'
import { isRedelivery } from '../../lab/run/faults/fault-hits.js'
import type { RecreatedRun, WrittenReport } from '../../lab/run/written-report.js'
import { recipeOf } from '../../lab/run/new-run.js'
import type { TapeShelf } from '../../lab/run/tape-shelf.js'
import { newRunOf } from '../../http/lab/new-run-of.js'
import { runBody, type RunBody } from '../../http/lab/lab-schemas.js'
import { loadCatalogue } from '../../market/catalogue.js'
import { NO_VENUE_COSTS } from '../../core/model/market/venue-costs.js'
import { beginRun, type BegunRun } from './begin-run.js'
import { rulesOfReport } from './kept-recipe.js'

export interface RecreateOptions {
  /** The files that its database begins with. */
  readonly template: string
  readonly tapes: TapeShelf
  readonly logger: Logger
}

const UNTIL_THEN = { ticksMax: Infinity, isAwaited: () => false } as const

/** @throws Error where the report does not say enough */
export async function recreateRun(report: WrittenReport, options: RecreateOptions): Promise<RecreatedRun> {
  const { template, tapes, logger } = options
  const { recipe } = report
  if (recipe === null) throw new Error('the report has no recipe: the run was too old')
  if (report.commands_left_out > 0) throw new Error(`${report.commands_left_out} commands are not in the report`)
  const sources = { tapes, catalogue: loadCatalogue(), venueCosts: NO_VENUE_COSTS, sendsWebhooks: true }
  const checked: Joi.ValidationResult<RunBody> = runBody.validate(recipe.request)
  if (checked.error !== undefined) throw new Error(`the recipe is not one of this version: ${checked.error.message}`)
  const wanted = await newRunOf('', checked.value, sources)
  const made = await recipeOf(wanted, rulesOfReport(recipe))
  const credentials = generateCredentials()
  const begun = await beginRun(
    {
      ...{ recipe: { ...made, pace: 'LOCKSTEP' }, ...credentials, name: wanted.name, template },
      webhookSecret: made.webhookUrl === null ? null : generateWebhookSecret(),
    },
    { logger, hasFaults: false },
  )
  try {
    const statuses = await repeat(begun, report, credentials)
    const { events } = begun.log.whole()
    return { hash: begun.run.head.hash(), trace: events.map(writtenTrace), statuses }
  } finally {
    await begun.close()
    await begun.run.database.close()
  }
}

const writtenTrace = ({ accountId: account_id, sequence, type, at, hash }: EventTrace) => ({
  ...{ account_id, sequence, type, hash },
  at: formatTimestamp(at),
})

async function repeat(
  { run: { clock }, move, force, server: { port } }: BegunRun,
  { commands, now }: WrittenReport,
  { key, secret }: { readonly key: string; readonly secret: string },
): Promise<readonly number[]> {
  const statuses: number[] = []
  for (const { at, moved, method, path, body, status, fault = null } of commands) {
    const to = microsOf(at)
    force(fault)
    if (moved || to > clock.now()) await move({ ...UNTIL_THEN, to })
    // Nothing is sent here, so nothing is there to be sent again; accounts know nothing of either.
    if (isRedelivery(path)) {
      statuses.push(status)
      continue
    }
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      headers: { 'X-API-Key': key, 'X-API-Secret': secret, 'Content-Type': 'application/json' },
      ...(body !== null && { body }),
    })
    await response.arrayBuffer()
    statuses.push(response.status)
  }
  force(null)
  if (now !== null) await move({ ...UNTIL_THEN, to: microsOf(now) })
  return statuses
}

function microsOf(text: string): Micros {
  const at = parseTimestamp(text)
  if (at === null) throw new Error(`${text} is no time`)
  return at
}
