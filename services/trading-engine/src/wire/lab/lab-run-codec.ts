import { API_VERSION } from '@ats/contracts'
import { named } from '@ats/service-kit/http'
import Joi from 'joi'
import type { EventTrace } from '../../lab/run/event-head.js'
import type { KeptRecipe, LabReport } from '../../lab/run/lab-report.js'
import { reactionTo } from '../../lab/run/faults/fault-hits.js'
import type { RunCommand } from '../../lab/run/run-log.js'
import type { RunAdvanced, RunEvent } from '../../lab/run/run-messages.js'
import { END_REASONS, RUN_STATUSES, type LabRun } from '../../lab/run/lab-run.js'
import { PACES, type ClockMode } from '../../lab/run/recipe.js'
import { STOPS } from '../../lab/run/player.js'
import { hitCodec } from './fault-hit-codec.js'
import { codecOf, field } from '../codec/codec.js'
import {
  count,
  flag,
  listOf,
  oneOf,
  oneOfOrNull,
  orNull,
  shaped,
  text,
  time,
  uuid,
  whole,
  type Kind,
} from '../codec/kinds.js'
import * as schemas from '../codec/schemas.js'

const pace: Kind<ClockMode> = shaped(
  Joi.alternatives(schemas.oneOf(PACES, 'LabClockMode'), Joi.number().strict()),
  (value) => value,
)

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
  pace: field(pace, ({ pace: of }: LabRun) => of, 'A number: so many times real.'),
  plan_id: field(text, ({ planId }: LabRun) => planId, 'Of the first phase of a program.'),
  plan_version: field(count, ({ planVersion }: LabRun) => planVersion),
  program_id: field(orNull(text), ({ program }: LabRun) => program?.id ?? null),
  program_version: field(orNull(count), ({ program }: LabRun) => program?.version ?? null),
  seed: field(whole, ({ seed }: LabRun) => seed),
  webhook_url: field(orNull(text), ({ webhookUrl }: LabRun) => webhookUrl, 'Null: its events are sent to nobody.'),
  tape_id: field(orNull(text), ({ begun }: LabRun) => begun?.tapeId ?? null, 'The SHA-256 of its tape.'),
  account_id: field(orNull(uuid), ({ begun }: LabRun) => begun?.accountId ?? null, 'Of a program: the first one.'),
  challenge_id: field(orNull(uuid), ({ begun }: LabRun) => begun?.challengeId ?? null, 'Null without a program.'),
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
  readonly webhookSecret: string | null
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
  webhook_secret: field(
    orNull(text),
    ({ webhookSecret }) => webhookSecret,
    'Signs webhooks, and is shown this once. Null without `webhook_url`.',
  ),
})

const commandCodec = codecOf<RunCommand>('LabCommand')({
  at: field(time, ({ at }) => at, "By the run's clock."),
  moved: field(flag, ({ moved }) => moved, 'Whether the clock was moved since the one before, be it by nothing.'),
  method: field(text, ({ method }) => method),
  path: field(text, ({ path }) => path),
  body: field(orNull(text), ({ body }) => body, 'As it was sent.'),
  status: field(whole, ({ status }) => status),
  fault: field(orNull(count), ({ fault }) => fault, 'The fault that decided the fate of its order, from 1.'),
})

const traceCodec = codecOf<EventTrace>('LabTrace')({
  account_id: field(uuid, ({ accountId }) => accountId),
  sequence: field(count, ({ sequence }) => sequence),
  type: field(text, ({ type }) => type),
  at: field(time, ({ at }) => at),
  hash: field(text, ({ hash }) => hash, 'The first 16 digits of the SHA-256 of the event.'),
})

const rules = named(
  'LabRules',
  schemas.record({
    id: schemas.text,
    version: schemas.count,
    definition: Joi.object().unknown().description('As it is stored.'),
  }),
)
const recipe: Kind<KeptRecipe> = shaped(
  named(
    'LabRecipe',
    schemas.record({
      request: Joi.object()
        .unknown()
        .description(
          'A body of POST /v1/lab/runs that starts the same run again; with start.copy_of from the account as it is then.',
        ),
      plans: schemas.listOf(rules),
      program: rules.allow(null),
      copied: Joi.object()
        .unknown()
        .allow(null)
        .required()
        .description('Of start.copy_of: the state that was copied, and when.'),
    }),
  ),
  (value) => value,
)

const fromReport = Object.fromEntries(
  Object.entries(run).map(([name, { read, ...rest }]) => [
    name,
    { ...rest, read: ({ run: of }: LabReport) => read(of) },
  ]),
)

export const labReportCodec = codecOf<LabReport>('LabReport')({
  ...fromReport,
  looks: field(
    whole,
    ({ run: { report } }) => report?.looks ?? 0,
    'Ticks that could do something, and were decided on.',
  ),
  events_hash: field(
    orNull(text),
    ({ run: { report } }) => report?.eventsHash ?? null,
    'SHA-256 over all events so far: equal where a run with the same recipe had the same commands at the same times.',
  ),
  code_version: field(text, () => API_VERSION),
  recipe: field(
    orNull(recipe),
    ({ recipe: of }) => of,
    'As with `commands`, null unless `include` is `log`. Null of an old run for which there was no room, too.',
  ),
  commands: field(
    orNull(listOf(commandCodec)),
    ({ log }) => log?.commands ?? null,
    'Requests that may have changed something, in their order. With the recipe they make the run again.',
  ),
  commands_left_out: field(whole, ({ log }) => log?.commandsLeftOut ?? 0, 'Those after 20,000, or after 8 MB.'),
  faults_met: field(
    orNull(listOf(hitCodec)),
    ({ log }) => log?.hits.map((hit) => ({ ...hit, reaction: reactionTo(hit, log.commands) })) ?? null,
    'The first 1,000, with what the trader did then.',
  ),
  trace: field(
    orNull(listOf(traceCodec)),
    ({ log }) => log?.events ?? null,
    'Its events, to find the first that differs.',
  ),
  trace_left_out: field(whole, ({ log }) => log?.eventsLeftOut ?? 0, 'Those after 50,000.'),
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
