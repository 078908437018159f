import Joi from 'joi'

export type Role = 'trader' | 'operator'

/** All that is known of a user who has logged in. Times are Unix seconds. */
export interface Session {
  readonly sid: string
  readonly user: string
  readonly roles: readonly Role[]
  readonly login: 'demo' | 'oidc'
  /** When the user last showed who they are. */
  readonly authTime: number
  readonly createdAt: number
  /** When the last request was, to about a minute. */
  readonly seenAt: number
  /** The names by which the provider may end it: of its own session, and of the user. */
  readonly endedBy?: readonly string[]
}

export const SESSION_SECONDS = 8 * 3_600
export const IDLE_SECONDS = 30 * 60
/** How long after a login the most dangerous requests are still allowed. */
export const STEP_UP_SECONDS = 10 * 60

const time = Joi.number().integer().min(0).required()

const sessionSchema = Joi.object<Session>({
  sid: Joi.string().required(),
  user: Joi.string().required(),
  roles: Joi.array().items(Joi.string().valid('trader', 'operator')).required(),
  login: Joi.string().valid('demo', 'oidc').required(),
  authTime: time,
  createdAt: time,
  seenAt: time,
  endedBy: Joi.array().items(Joi.string()),
})

/** Null for what is no session, such as one of an older version of this program. */
export function asSession(content: unknown): Session | null {
  const result: Joi.ValidationResult<Session> = sessionSchema.validate(content, { convert: false })
  return result.error === undefined ? result.value : null
}

export const expiresAt = ({ createdAt }: Session): number => createdAt + SESSION_SECONDS

export const isLive = (session: Session, nowSeconds: number): boolean =>
  nowSeconds < expiresAt(session) && nowSeconds < session.seenAt + IDLE_SECONDS

/** User ids go into a header, which the services read as UTF-8 of at most 128 characters: plain ones need no care. */
export const isUserId = (text: unknown): text is string => typeof text === 'string' && /^[\x21-\x7e]{1,128}$/.test(text)

/** Operators sign changes with their id, of which the audit keeps no more. */
export const canOperate = (user: string): boolean => user.length <= 64
