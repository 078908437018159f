import type { DeadManSwitch } from '../../core/model/account/dead-man-switch.js'
import { SWITCH_ACTIONS } from '../../core/model/account/trader-switch.js'
import { ORIGINS } from '../../core/model/order/origin.js'
import type { Micros } from '../../core/values/time.js'
import { codecOf, field, type Fields } from '../codec/codec.js'
import { flag, oneOf, oneOfOrNull, orNull, time, uuid, whole } from '../codec/kinds.js'

export const armedSwitchCodec = codecOf<DeadManSwitch>('ArmedDeadManSwitch')({
  account_id: field(uuid, (armed) => armed.accountId),
  armed: field(flag, () => true),
  timeout_ms: field(whole, (armed) => armed.timeoutMs),
  action: field(oneOf(SWITCH_ACTIONS), (armed) => armed.action),
  armed_at: field(time, (armed) => armed.armedAt, 'Its first heartbeat since it last ran out or was disarmed.'),
  expires_at: field(time, (armed) => armed.expiresAt, 'When it runs out without another heartbeat.'),
  origin: field(
    oneOfOrNull(ORIGINS),
    ({ origin }) => origin?.by ?? null,
    'Where its last heartbeat came from; null where an earlier version took it.',
  ),
  key_id: field(orNull(uuid), ({ origin }) => origin?.keyId ?? null, 'The key that it came through, if any.'),
})

interface AccountSwitch {
  readonly accountId: string
  readonly armed: DeadManSwitch | null
}

/** The same fields, which are null while none is armed. */
const switchFields = {
  account_id: field(uuid, ({ accountId }) => accountId),
  armed: field(flag, ({ armed }) => armed !== null),
  timeout_ms: field(orNull(whole), ({ armed }) => armed?.timeoutMs ?? null),
  action: field(oneOfOrNull(SWITCH_ACTIONS), ({ armed }) => armed?.action ?? null),
  armed_at: field(orNull(time), ({ armed }) => armed?.armedAt ?? null),
  expires_at: field(orNull(time), ({ armed }) => armed?.expiresAt ?? null),
  origin: field(oneOfOrNull(ORIGINS), ({ armed }) => armed?.origin?.by ?? null),
  key_id: field(orNull(uuid), ({ armed }) => armed?.origin?.keyId ?? null),
} satisfies Fields<AccountSwitch>

export const switchCodec = codecOf<AccountSwitch>('DisarmedDeadManSwitch')(switchFields)

export const switchNowCodec = codecOf<AccountSwitch & { readonly ranOutAt: Micros | null }>('DeadManSwitch')({
  ...switchFields,
  last_ran_out_at: field(
    orNull(time),
    ({ ranOutAt }) => ranOutAt,
    'When it acted last: armed or not, it has acted then.',
  ),
})
