import { named } from '@ats/service-kit/http'
import { later, listOf, record } from '../../../wire/codec/schemas.js'
import { closedPositionCodec, positionCodec } from '../../../wire/account/position-codec.js'
import { warnings } from './violation.js'

export const position = positionCodec.schema
export const positions = listOf(position)

/** A position after its protection was set. */
export const protectedPosition = named('ProtectedPosition', record({ ...positionCodec.fields, warnings }))

export const closedPosition = closedPositionCodec.schema
/** As an event has kept it. */
export const keptClosedPosition = named(
  'ClosedPositionSnapshot',
  record({
    ...closedPositionCodec.fields,
    liquidation_tick: later(
      closedPositionCodec.fields.liquidation_tick,
      'The tick at whose marks it was liquidated, if it was.',
    ),
  }),
)
export const closedPositions = listOf(closedPosition)
