import type { RunAdvanced, RunEvent } from '../../lab/run/run-messages.js'
import { END_REASONS, RUN_STATUSES, type LabRun } from '../../lab/run/lab-run.js'
import { PACES } from '../../lab/run/recipe.js'
import { STOPS } from '../../lab/run/player.js'
import { codecOf, field } from '../codec/codec.js'
import { count, listOf, oneOf, oneOfOrNull, orNull, text, time, uuid, whole } from '../codec/kinds.js'

const run = {
  run_id: field(uuid, ({ id }: LabRun) => id),
  base_url: field(text, ({ id }: LabRun) => `/lab/${id}`, 'The API of the service, for this run alone, is below it.'),
  name: field(orNull(text), ({ name }: LabRun) => name),
  campaign_id: field(orNull(text), ({ campaignId }: LabRun) => campaignId),
  status: field(oneOf(RUN_STATUSES, 'LabRunStatus'), ({ status }: LabRun) => status),
  ended_reason: field(
    oneOfOrNull(END_REASONS, 'LabRunEndReason'),
    ({ endedReason }: LabRun) => endedReason,
    'Null as long as it has not ENDED.',
  ),
  pace: field(oneOf(PACES, 'LabClockMode'), ({ pace }: LabRun) => pace),
  plan_id: field(text, ({ planId }: LabRun) => planId),
  plan_version: field(count, ({ planVersion }: LabRun) => planVersion),
  seed: field(whole, ({ seed }: LabRun) => seed),
  tape_id: field(orNull(text), ({ begun }: LabRun) => begun?.tapeId ?? null, 'The SHA-256 of its tape.'),
  account_id: field(orNull(uuid), ({ begun }: LabRun) => begun?.accountId ?? null),
  starts_at: field(orNull(time), ({ begun }: LabRun) => begun?.startsAt ?? null, 'By its own clock.'),
  ends_at: field(orNull(time), ({ begun }: LabRun) => begun?.endsAt ?? null, 'The end of its tape.'),
  now: field(orNull(time), ({ report, begun }: LabRun) => report?.now ?? begun?.startsAt ?? null, 'Its own clock.'),
  ticks: field(whole, ({ report }: LabRun) => report?.ticks ?? 0),
  events: field(whole, ({ report }: LabRun) => report?.events ?? 0),
  created_at: field(time, ({ createdAt }: LabRun) => createdAt, 'By the clock on the wall, as is `expires_at`.'),
  expires_at: field(time, ({ expiresAt }: LabRun) => expiresAt, 'It is ended by then.'),
}

export const labRunCodec = codecOf<LabRun>('LabRun')(run)

export interface StartedLabRun {
  readonly run: LabRun
  readonly key: string
  readonly secret: string
}

const fromRun = Object.fromEntries(
  Object.entries(run).map(([name, { read, ...rest }]) => [
    name,
    { ...rest, read: ({ run: of }: StartedLabRun) => read(of) },
  ]),
)

export const startedLabRunCodec = codecOf<StartedLabRun>('StartedLabRun')({
  ...fromRun,
  key: field(text, ({ key }) => key, 'Opens the API of this run, and nothing else.'),
  secret: field(text, ({ secret }) => secret, 'Shown this once.'),
})

export const labReportCodec = codecOf<LabRun>('LabReport')({
  ...run,
  looks: field(whole, ({ report }) => report?.looks ?? 0, 'Ticks that could do something, and were decided on.'),
  events_hash: field(
    orNull(text),
    ({ report }) => report?.eventsHash ?? null,
    'SHA-256 over all events so far: equal where a run with the same recipe had the same commands at the same times.',
  ),
})

const eventCodec = codecOf<RunEvent>('LabEvent')({
  account_id: field(uuid, ({ accountId }) => accountId),
  sequence: field(count, ({ sequence }) => sequence),
  type: field(text, ({ type }) => type),
  at: field(time, ({ at }) => at),
})

export const advancedCodec = codecOf<RunAdvanced>('LabAdvanced')({
  now: field(time, ({ now }) => now),
  status: field(
    oneOf(['ADVANCING', 'READY'], 'LabAdvanceStatus'),
    ({ status }) => status,
    'ADVANCING: it takes longer than a request may, and goes on; GET the run until it is READY.',
  ),
  stopped_by: field(oneOfOrNull(STOPS, 'LabStop'), ({ stoppedBy }) => stoppedBy, 'Null: it goes on.'),
  ticks: field(whole, ({ ticks }) => ticks),
  events: field(listOf(eventCodec), ({ events }) => events, 'The first 100 of them.'),
  events_count: field(whole, ({ eventsCount }) => eventsCount),
})
