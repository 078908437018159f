/** Responses about all accounts together. */
import { listOf, record, time } from '../../../wire/codec/schemas.js'
import { exposureCodec, healthCodec, overviewCodec, rankedAccountCodec } from '../../../wire/operator/firm-codec.js'

const { equity, floor, stale, ...found } = rankedAccountCodec.fields

/** The last three fields with `sort=headroom` alone. */
export const foundOrRankedAccounts = listOf(
  record({ ...found, equity: equity.optional(), floor: floor.optional(), stale: stale.optional() }),
)

export const exposure = exposureCodec.schema

export const overview = record({
  as_of: time.description('The moment of the marks.'),
  ...overviewCodec.fields,
})

export const health = healthCodec.schema
