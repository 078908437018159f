/** Bodies and answers of the routes of hooks. */
import {
  HOOK_ACTIONS,
  HOOK_ORDERS_PER_MINUTE_MAX,
  HOOK_SYMBOLS_MAX,
  hookQuantitySchema,
  hookTemplateSchema,
  newHookTemplateSchema,
  type HookAction,
  type HookTemplate,
} from '@ats/contracts'
import { named, objectSchema } from '@ats/service-kit/http'
import Joi from 'joi'
import { TRADINGVIEW, type HookTerms } from '../core/hook.js'
import { canonicalIpRule } from '../fields/ip-rule.js'
import { id, IP_RULES_MAX, label, withoutRepeats, OVERLAP, RFC_3339_END, time, type RotateKeyBody } from './schemas.js'

const actions = withoutRepeats(
  Joi.array().items(named('HookAction', Joi.string<HookAction>().valid(...HOOK_ACTIONS))),
).min(1)

const symbols = Joi.array()
  .items(
    Joi.string()
      .max(64)
      .pattern(/^[A-Za-z0-9._/-]+$/),
  )
  .max(HOOK_SYMBOLS_MAX)

const ipList = Joi.array().items(Joi.string().max(64).custom(hookIpRule)).max(IP_RULES_MAX)

const maxOrdersPerMinute = Joi.number().strict().integer().min(1).max(HOOK_ORDERS_PER_MINUTE_MAX)

const terms = {
  label,
  symbols: symbols.description('What it may trade, in any spelling that orders take. Empty or absent: every symbol.'),
  actions: actions.description(
    '`position` brings the position to a target, `buy` and `sell` trade a quantity, `close` and `flat` close, ' +
      '`reverse` turns the position around. Absent: all.',
  ),
  maxQuantity: hookQuantitySchema
    .custom(shortest)
    .description('The most that one alert may open, in units of the base asset: a decimal as text.')
    .example('0.5'),
  maxOrdersPerMinute: maxOrdersPerMinute.description('Absent: 10.'),
  ipList: ipList.description(
    `Addresses that alerts may come from: IPv4, IPv6 or CIDR, and \`${TRADINGVIEW}\` for those of TradingView. Empty or absent: all.`,
  ),
}
const TEMPLATE_WORDS =
  'The text of each field, with `{{name}}` for the value that the alert has under that name. Absent: fields have their own names.'

export interface CreateHookBody extends Partial<Omit<HookTerms, 'template' | 'expiresAt'>> {
  readonly accountId: string
  readonly label: string
  readonly maxQuantity: string
  readonly template?: HookTemplate
  readonly expiresAt?: Date
}

/** Body of POST /api/hooks. */
export const createHookBody = named(
  'CreateHook',
  objectSchema<CreateHookBody>({
    accountId: id
      .required()
      .description('The account it trades on. An account that is not yours is refused with each alert.'),
    ...terms,
    label: label.required(),
    maxQuantity: terms.maxQuantity.required(),
    template: newHookTemplateSchema.description(TEMPLATE_WORDS),
    expiresAt: RFC_3339_END,
  }),
)

/** Body of PATCH /api/hooks/:id, nulls kept. */
export const updateHookBody = named(
  'UpdateHook',
  objectSchema<Partial<HookTerms>>({
    ...terms,
    template: hookTemplateSchema.allow(null).description('null: fields have their own names.'),
    expiresAt: RFC_3339_END.allow(null).description(
      'In the future. RFC 3339, without an offset UTC; a date alone is its end, UTC. null: it does not end by itself.',
    ),
  })
    .or('label', 'symbols', 'actions', 'maxQuantity', 'maxOrdersPerMinute', 'ipList', 'template', 'expiresAt')
    .meta({ jsonSchema: { minProperties: 1 } }),
)

/** Body of POST /api/hooks/:id/rotate. */
export const rotateHookBody = named(
  'RotateHook',
  objectSchema<RotateKeyBody>({
    overlapHours: OVERLAP.description(
      'For so long the token before it opens the hook as well. Absent: 24; 0: it ends immediately.',
    ),
  }),
)

const hookSchema = named(
  'Hook',
  Joi.object({
    id: id.required(),
    accountId: id.required(),
    label: Joi.string().required(),
    tokenPrefix: Joi.string()
      .pattern(/^svc_hk_[0-9a-f]{8}$/)
      .required(),
    symbols: Joi.array().items(Joi.string()).required(),
    actions: actions.required(),
    maxQuantity: Joi.string().required(),
    maxOrdersPerMinute: maxOrdersPerMinute.required(),
    ipList: Joi.array().items(Joi.string()).required(),
    template: hookTemplateSchema.allow(null).required(),
    expiresAt: time.allow(null).required(),
    createdAt: time.required(),
    lastUsedAt: time.allow(null).required().description('At most a minute behind.'),
    lastUsedIp: Joi.string().allow(null).required(),
  }),
)

export const hooksSchema = Joi.array().items(hookSchema)
export const oneHookSchema = hookSchema

const withToken = {
  hook: hookSchema.required(),
  token: Joi.string()
    .pattern(/^svc_hk_[0-9a-f]{64}$/)
    .required()
    .description('Alerts go to `/v1/hooks/` and this, at the trading engine. It is shown only here.'),
}

export const createdHookSchema = named('CreatedHook', Joi.object(withToken))

export const rotatedHookSchema = named(
  'RotatedHook',
  Joi.object({
    ...withToken,
    previousExpiresAt: time
      .allow(null)
      .required()
      .description('Until then the token before it opens the hook as well.'),
  }),
)

export const revokedHookSchema = named(
  'RevokedHook',
  Joi.object({
    id: id.required(),
    revoked: Joi.boolean().valid(true).required(),
    revokedAt: time.required().description('When the hook was first revoked.'),
  }),
)

/** The same decimal without zeros that say nothing: `00.50` is `0.5`. */
function shortest(text: string): string {
  const [whole = '', fraction = ''] = text.split('.')
  let end = fraction.length
  while (fraction[end - 1] === '0') end -= 1
  const digits = fraction.slice(0, end)
  return (whole.replace(/^0+(?=\d)/, '') || '0') + (digits === '' ? '' : `.${digits}`)
}

function hookIpRule(text: string, joi: Joi.CustomHelpers): string | Joi.ErrorReport {
  const rule = text === TRADINGVIEW ? text : canonicalIpRule(text)
  return rule ?? joi.message({ custom: `{{#label}} must be an IPv4 or IPv6 address or CIDR range, or ${TRADINGVIEW}` })
}
