/** Bodies and answers of the routes of notification rules. */
import {
  NOTIFICATION_ACCOUNTS_MAX,
  NOTIFICATION_CHANNELS,
  NOTIFICATION_SEVERITIES,
  NOTIFICATION_TOPICS,
  quietHoursSchema,
  type NotificationChannel,
  type NotificationSeverity,
  type NotificationTopic,
} from '@ats/contracts'
import { named, objectSchema } from '@ats/service-kit/http'
import Joi from 'joi'
import type { RuleChange, RuleTerms } from '../core/notification-rule.js'
import { checkTarget } from '../fields/notification-target.js'
import { id, time, withoutRepeats } from './schemas.js'

const channel = named('NotificationChannel', Joi.string<NotificationChannel>().valid(...NOTIFICATION_CHANNELS))
const topic = named('NotificationTopic', Joi.string<NotificationTopic>().valid(...NOTIFICATION_TOPICS))
const severity = named('NotificationSeverity', Joi.string<NotificationSeverity>().valid(...NOTIFICATION_SEVERITIES))
const quietHours = named('QuietHours', quietHoursSchema)

const events = withoutRepeats(Joi.array().items(topic)).min(1)
const accounts = withoutRepeats(Joi.array().items(id.custom((text: string) => text.toLowerCase()))).max(
  NOTIFICATION_ACCOUNTS_MAX,
)

const terms = {
  events: events.description('What it tells of. Absent: all but ORDER, FILL, POSITION and COPY, which are many.'),
  accounts: accounts.description('The accounts it tells of. Empty or absent: all accounts of the user.'),
  minSeverity: severity.description('What is less is not sent. Absent: INFO, everything.'),
}
const QUIET_WORDS =
  'Between these times only what is CRITICAL is sent; the rest follows when they end. From 22:00 to 07:00 is over midnight.'

export interface CreateRuleBody extends Partial<RuleTerms> {
  readonly channel: NotificationChannel
  readonly target: string
}

/** Body of POST /api/notification-rules. */
export const createRuleBody = ({ allowPrivateHosts }: { readonly allowPrivateHosts: boolean }) =>
  named(
    'CreateNotificationRule',
    objectSchema<CreateRuleBody>({
      channel: channel.required(),
      target: Joi.string()
        .max(2_048)
        .custom(targetOf(allowPrivateHosts))
        .required()
        .description(
          'EMAIL: an address. TELEGRAM: the number of a chat with the bot of this installation, or the name of a ' +
            'channel. DISCORD and SLACK: the URL of a webhook there. WEBHOOK: an https URL that messages are posted to.',
        ),
      ...terms,
      quietHours: named('NewQuietHours', quietHoursSchema).description(QUIET_WORDS),
    }),
  )

/** Body of PATCH /api/notification-rules/:id, nulls kept. */
export const updateRuleBody = named(
  'UpdateNotificationRule',
  objectSchema<RuleChange>({
    ...terms,
    quietHours: quietHours.allow(null).description('null: at any time.'),
    paused: Joi.boolean().description('true: it sends nothing until it is resumed, with false.'),
  })
    .or('events', 'accounts', 'minSeverity', 'quietHours', 'paused')
    .meta({ jsonSchema: { minProperties: 1 } }),
)

/** Body of POST /api/notification-rules/:id/prove. */
export const proveRuleBody = named(
  'ProveNotificationRule',
  objectSchema<{ readonly code: string }>({
    code: Joi.string()
      .pattern(/^[0-9]{6}$/)
      .required()
      .description('The newest that was sent to the target: six digits.'),
  }),
)

export const ruleSchema = named(
  'NotificationRule',
  Joi.object({
    id: id.required(),
    channel: channel.required(),
    target: Joi.string().required(),
    events: events.required(),
    accounts: accounts.required(),
    quietHours: quietHours.allow(null).required(),
    minSeverity: severity.required(),
    createdAt: time.required(),
    provenAt: time.allow(null).required().description('When the target showed a code; null: it is sent nothing else.'),
    stoppedAt: time
      .allow(null)
      .required()
      .description('When the receiver stopped it, by the link of a message. A new code starts it again.'),
    pausedAt: time.allow(null).required().description('Since when its user has it paused; null: it is not.'),
  }),
)

export const rulesSchema = Joi.array().items(ruleSchema)

export const deletedRuleSchema = named(
  'DeletedNotificationRule',
  Joi.object({ id: id.required(), deleted: Joi.boolean().valid(true).required() }),
)

/** The target depends on the channel beside it, which has an issue of its own when it is none. */
function targetOf(allowPrivateHosts: boolean): Joi.CustomValidator<string> {
  return (text, joi) => {
    const { channel: beside } = (joi.state.ancestors as readonly { channel?: unknown }[])[0] ?? {}
    const known = NOTIFICATION_CHANNELS.find((one) => one === beside)
    if (known === undefined) return text
    const checked = checkTarget(known, text, allowPrivateHosts)
    return 'target' in checked ? checked.target : joi.message({ custom: `{{#label}} ${checked.problem}` })
  }
}
