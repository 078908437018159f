import type { Origin } from '../../core/model/order/origin.js'
import { optional, textOf } from './column.js'

/** Null in a row from before it was kept. */
export const originOf = (row: { readonly origin: unknown; readonly key_id: unknown }): Origin | null =>
  row.origin === null ? null : { by: row.origin as Origin['by'], keyId: optional(row.key_id, textOf) }
