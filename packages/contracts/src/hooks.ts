/** Hooks: addresses that let a sender who can set no headers, such as TradingView, trade on one account within caps. */
import { randomBytes } from 'node:crypto'
import Joi from 'joi'
import { keyIdSchema, utcTimeSchema } from './answer-fields.js'
import { isIpRule, type KeyRecord } from './key-record.js'

/** The last part of a hook's address. */
export const HOOK_TOKEN_PATTERN = /^svc_hk_[0-9a-f]{64}$/

/** A fresh token of 256 random bits. */
export const generateHookToken = (): string => `svc_hk_${randomBytes(32).toString('hex')}`

/** The requests of an alert. `position` brings the position to a target, whatever it was before. */
export const HOOK_ACTIONS = ['position', 'buy', 'sell', 'close', 'reverse', 'flat'] as const
export type HookAction = (typeof HOOK_ACTIONS)[number]

/** The fields of an alert; a template says where. `alert_id`, `id` and `time` tell one alert from the next. */
export const HOOK_FIELDS = [
  'position',
  'action',
  'symbol',
  'quantity',
  'kind',
  'price',
  'stop',
  'protect',
  'alert_id',
  'id',
  'time',
] as const
export type HookField = (typeof HOOK_FIELDS)[number]

/** The fields of the stop and the target of what an alert opens, in the words of an order. */
export const HOOK_LEG_FIELDS = ['trigger_price', 'offset', 'offset_pct', 'price', 'trigger_by'] as const
export const HOOK_TRAIL_FIELDS = ['offset', 'offset_pct', 'activation_price'] as const
export type HookLegField = (typeof HOOK_LEG_FIELDS)[number]
export type HookTrailField = (typeof HOOK_TRAIL_FIELDS)[number]

type Texts<Name extends string> = Readonly<Partial<Record<Name, string>>>

/** Text of each field; `{{name}}` in it is the value that the alert has under that name. */
export type HookTemplate = Texts<HookField> & {
  readonly stop_loss?: Texts<HookLegField> & { readonly trail?: Texts<HookTrailField> }
  readonly take_profit?: Texts<HookLegField>
}

const TEMPLATE_TEXT_MAX = 200
const NAME_LENGTH_MAX = 64
const NAME = /^[\w.-]+$/

/** A piece of a template's text: written out, or the name of a value of the alert. */
export type TemplatePiece = { readonly text: string } | { readonly name: string }

/** Null when a brace is left open, or what they enclose is no name. */
export function parseTemplate(text: string): readonly TemplatePiece[] | null {
  const [first = '', ...rest] = text.split('{{')
  const pieces: TemplatePiece[] = first === '' ? [] : [{ text: first }]
  for (const part of rest) {
    const end = part.indexOf('}}')
    const name = part.slice(0, Math.max(0, end)).trim()
    if (end < 0 || name.length > NAME_LENGTH_MAX || !NAME.test(name)) return null
    pieces.push({ name })
    if (end + 2 < part.length) pieces.push({ text: part.slice(end + 2) })
  }
  return pieces
}

const templateText = Joi.string()
  .max(TEMPLATE_TEXT_MAX)
  .pattern(/^[^\0]*$/)
  .custom((text: string, joi: Joi.CustomHelpers) =>
    parseTemplate(text) === null
      ? joi.message({ custom: '{{#label}} must name values of the alert as in \\{{strategy.order.action}}' })
      : text,
  )

const TEMPLATE_LENGTH_MAX = 8_192
const textsOf = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, templateText]))
/** As long as it can be kept: what is escaped counts as it is written. Names are those of the OpenAPI document. */
function templateSchema(prefix: string): Joi.ObjectSchema<HookTemplate> {
  const named = <Texts>(name: string, fields: Joi.SchemaMap): Joi.ObjectSchema<Texts> =>
    Joi.object<Texts>(fields).meta({ component: `${prefix}${name}` })
  const trail = named('HookTrailTemplate', textsOf(HOOK_TRAIL_FIELDS)).min(1)
  const template = named<HookTemplate>('HookTemplate', {
    ...textsOf(HOOK_FIELDS),
    stop_loss: named('HookStopTemplate', { ...textsOf(HOOK_LEG_FIELDS), trail }).min(1),
    take_profit: named('HookTargetTemplate', textsOf(HOOK_LEG_FIELDS)).min(1),
  })
  return template.custom((texts: HookTemplate, joi: Joi.CustomHelpers) =>
    JSON.stringify(texts).length > TEMPLATE_LENGTH_MAX
      ? joi.message({ custom: `{{#label}} must be at most ${TEMPLATE_LENGTH_MAX} characters as JSON` })
      : texts,
  )
}

export const hookTemplateSchema = templateSchema('')
/** The template in a body in which a field that is null is left out. */
export const newHookTemplateSchema = templateSchema('New')

export const HOOK_SYMBOLS_MAX = 100
export const HOOK_ORDERS_PER_MINUTE_MAX = 60

/** A decimal greater than 0 as text, as the trading engine reads it. */
export const hookQuantitySchema = Joi.string()
  .pattern(/^[0-9]{1,20}(\.[0-9]{1,18})?$/)
  .custom((text: string, joi: Joi.CustomHelpers) =>
    /[1-9]/.test(text) ? text : joi.message({ custom: '{{#label}} must be greater than 0' }),
  )

/** A hook as the wallet describes it to the engine. */
export interface HookRecord extends Pick<KeyRecord, 'userId' | 'ipWhitelist' | 'expiresAt'> {
  readonly hookId: string
  readonly accountId: string
  /** As its owner wrote them; empty: every symbol. */
  readonly symbols: readonly string[]
  readonly actions: readonly HookAction[]
  /** A decimal as text, in units of the base asset. */
  readonly maxQuantity: string
  readonly maxOrdersPerMinute: number
  /** Null: fields have their own names. */
  readonly template: HookTemplate | null
}

/** Body of `POST /api/internal/hooks/resolve`. The token itself stays in the engine. */
export interface ResolveHookRequest {
  /** SHA-256 of the token, hex. */
  readonly tokenHash: string
  /** Source address of the alert. */
  readonly ip: string
}

export interface HookFound extends HookRecord {
  readonly found: true
  /** As of a key: the wallet deletes it from the shared cache before it answers a change. */
  readonly cacheable?: boolean
}

/** Also for a hook that is revoked or has ended. */
export interface HookUnknown {
  readonly found: false
}

export type ResolveHookResponse = HookFound | HookUnknown

export const resolveHookRequestSchema = Joi.object<ResolveHookRequest>({
  tokenHash: Joi.string()
    .pattern(/^[0-9a-f]{64}$/)
    .required(),
  ip: Joi.string().max(64).required(),
})

const ipRule = Joi.string().custom((entry: string, joi: Joi.CustomHelpers) =>
  isIpRule(entry) ? entry : joi.error('any.invalid'),
)

/** Strict, as the decision about a key is. */
export const resolveHookResponseSchema = Joi.alternatives<ResolveHookResponse>().try(
  Joi.object<HookFound>({
    found: Joi.boolean().valid(true).required(),
    hookId: keyIdSchema.required(),
    userId: Joi.string().max(128).required(),
    accountId: keyIdSchema.required(),
    symbols: Joi.array().items(Joi.string().max(64)).max(HOOK_SYMBOLS_MAX).required(),
    actions: Joi.array()
      .items(Joi.string().valid(...HOOK_ACTIONS))
      .min(1)
      .unique()
      .required(),
    maxQuantity: hookQuantitySchema.required(),
    maxOrdersPerMinute: Joi.number().integer().min(1).max(HOOK_ORDERS_PER_MINUTE_MAX).required(),
    ipWhitelist: Joi.array().items(ipRule).required(),
    template: hookTemplateSchema.allow(null).required(),
    expiresAt: utcTimeSchema.allow(null).required(),
    cacheable: Joi.boolean(),
  }),
  Joi.object<HookUnknown>({ found: Joi.boolean().valid(false).required() }),
)

/** The wallet's answer, or undefined when the body is not one. Fields of a newer wallet are passed over. */
export function parseResolveHookResponse(body: unknown): ResolveHookResponse | undefined {
  if (body === undefined) return undefined
  const result: Joi.ValidationResult<ResolveHookResponse> = resolveHookResponseSchema.validate(body, {
    convert: false,
    allowUnknown: true,
  })
  return result.error === undefined ? result.value : undefined
}
