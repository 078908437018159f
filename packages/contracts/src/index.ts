export {
  API_KEY_PATTERN,
  API_SECRET_PATTERN,
  KEY_PREFIX_LENGTH,
  WEBHOOK_SECRET_PATTERN,
  digestsEqual,
  generateCredentials,
  generateWebhookSecret,
  hashCredential,
} from './credentials.js'
export { ENGINE_CONFLICTS, LAB_CONFLICTS, OPERATOR_CONFLICTS, WALLET_CONFLICTS } from './conflict-reasons.js'
export { decideUse, UNAUTHORIZED } from './decide-use.js'
export { ERROR_STATUS, type ErrorBody, type ErrorCode, type Issue } from './error-catalogue.js'
export {
  generateHookToken,
  HOOK_ACTIONS,
  HOOK_FIELDS,
  HOOK_LEG_FIELDS,
  HOOK_ORDERS_PER_MINUTE_MAX,
  HOOK_SYMBOLS_MAX,
  HOOK_TOKEN_PATTERN,
  HOOK_TRAIL_FIELDS,
  hookQuantitySchema,
  hookTemplateSchema,
  newHookTemplateSchema,
  parseResolveHookResponse,
  parseTemplate,
  resolveHookRequestSchema,
  resolveHookResponseSchema,
  type HookAction,
  type HookField,
  type HookLegField,
  type HookRecord,
  type HookTemplate,
  type HookTrailField,
  type ResolveHookRequest,
  type ResolveHookResponse,
  type TemplatePiece,
} from './hooks.js'
export { createIpRanges } from './ip-ranges.js'
export { checkIp, isExpired, isIpRule, type KeyRecord } from './key-record.js'
export {
  DEFAULT_TOPICS,
  NOTIFICATION_ACCOUNTS_MAX,
  NOTIFICATION_CHANNELS,
  NOTIFICATION_SEVERITIES,
  NOTIFICATION_TOPICS,
  notificationMessageRequestSchema,
  notificationMessageResponseSchema,
  notificationRuleSchema,
  notificationRulesResponseSchema,
  quietHoursSchema,
  unsubscribeRequestSchema,
  unsubscribeResponseSchema,
  type NotificationChannel,
  type NotificationMessageResponse,
  type NotificationRule,
  type NotificationRulesResponse,
  type NotificationSeverity,
  type NotificationTopic,
  type QuietHours,
  type UnsubscribeRequest,
  type UnsubscribeResponse,
} from './notification-rules.js'
export { coversScope, SCOPES, type Scope } from './scopes.js'
export { parseTimestamp, TIMESTAMP_PATTERN } from './timestamp.js'
export {
  keyAcceptedSchema,
  parseValidateKeyResponse,
  validateKeyRequestSchema,
  validateKeyResponseSchema,
  type KeyAccepted,
  type KeyRefused,
  type ValidateKeyRequest,
  type ValidateKeyResponse,
} from './validate-key.js'
export { API_VERSION } from './version.js'
export {
  isWebhookGone,
  NO_WEBHOOK,
  parseWebhookEndpoint,
  parseWebhookEndpointsResponse,
  WEBHOOK_USERS_MAX,
  webhookEndpointSchema,
  webhookEndpointsQuerySchema,
  webhookEndpointsResponseSchema,
  type WebhookEndpoint,
  type WebhookEndpointsQuery,
  type WebhookEndpointsResponse,
} from './webhook-endpoints.js'
