import { armedSwitchCodec, switchCodec, switchNowCodec } from '../../../wire/account/dead-man-switch-codec.js'
import { stoppedCodec } from '../../../wire/account/stopped-codec.js'

export const stopped = stoppedCodec.schema
export const armedSwitch = armedSwitchCodec.schema
export const deadManSwitch = switchCodec.schema
export const switchNow = switchNowCodec.schema
