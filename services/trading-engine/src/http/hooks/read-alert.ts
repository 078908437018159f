/** Reads an alert of a hook: what it asks for, and by what it is told from the next. All that is wrong is listed. */
import { createHash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { HOOK_ACTIONS, type HookAction, type HookTemplate } from '@ats/contracts'
import type { Alert } from '../../core/decide/alert-move.js'
import type { Deduplication } from '../../core/model/hook-delivery.js'
import { price, quantity, type Price } from '../../core/values/decimal.js'
import { fieldsOf } from './alert-fields.js'
import { createReader, ID_LENGTH_MAX, SYMBOL_LENGTH_MAX, type Reader } from './alert-reader.js'
import { alertValues, type Found } from './alert-values.js'
import { bracketOf } from './read-bracket.js'

export interface ReadAlert {
  readonly alert: Alert
  readonly deduplication: Deduplication
  /** SHA-256, hex, of its id or of all of its bytes. */
  readonly hash: string
}

export function readAlert(
  bytes: Buffer,
  headers: IncomingHttpHeaders,
  template: HookTemplate | null,
): Found<ReadAlert> {
  const values = alertValues(bytes, headers)
  if ('issues' in values) return values
  const reader = createReader(fieldsOf(values.found, template))
  const alert = readFields(reader)
  const id = reader.text('alert_id', ID_LENGTH_MAX)
  if (reader.issues.length > 0 || alert === null) return { issues: reader.issues }
  if (id !== null) return { found: { alert, deduplication: 'ALERT_ID', hash: sha256(id) } }
  const isTold = reader.isSaid('id') || reader.isSaid('time')
  return { found: { alert, deduplication: isTold ? 'BYTES' : 'BYTES_60S', hash: sha256(bytes) } }
}

const sha256 = (text: string | Buffer): string => createHash('sha256').update(text).digest('hex')

/** Null where something is wrong. */
function readFields(reader: Reader): Alert | null {
  const action = actionOf(reader)
  const symbol = symbolOf(reader)
  const target = action === 'position' ? targetOf(reader) : null
  const size = action === 'flat' || action === 'position' ? null : reader.amount('quantity')
  if ((action === 'buy' || action === 'sell') && size === null && !reader.hasIssue('quantity'))
    reader.refuse('quantity', 'required', `is required to ${action}`)
  const terms = termsOf(reader, action)
  const canOpen = action !== 'close' && action !== 'flat' && target !== 0n
  const bracket = canOpen ? bracketOf(reader) : {}
  if (reader.issues.length > 0 || action === null || symbol === null) return null
  return { action, symbol, quantity: size === null ? null : quantity(size), target, ...terms, ...bracket }
}

/** Where there is a position to be brought about, it is that. */
function actionOf(reader: Reader): HookAction | null {
  if (reader.text('position', ID_LENGTH_MAX) !== null) return 'position'
  if (reader.hasIssue('position')) return null
  const given = reader.text('action', SYMBOL_LENGTH_MAX)?.toLowerCase()
  const action = HOOK_ACTIONS.find((one) => one === given)
  if (action !== undefined && action !== 'position') return action
  if (reader.hasIssue('action')) return null
  if (action === 'position') return reader.refuse('position', 'required', 'is required')
  const names = HOOK_ACTIONS.filter((one) => one !== 'position').join(', ')
  return reader.refuse('action', given === undefined ? 'required' : 'unknown', `must be ${names}; or send position`)
}

/** As charts write it: `COINBASE:BTCUSD` is BTCUSD, and `BTCUSDT.P`, a perpetual, is BTCUSDT. */
function symbolOf(reader: Reader): string | null {
  const given = reader.text('symbol', SYMBOL_LENGTH_MAX)
  if (given !== null) return given.replace(/^\w+:/, '').replace(/\.P$/i, '')
  return reader.hasIssue('symbol') ? null : reader.refuse('symbol', 'required', 'is required')
}

/** A number, less than 0 for a short position; or `long` or `short` with a quantity, or `flat`. */
function targetOf(reader: Reader): bigint | null {
  const word = reader.text('position', ID_LENGTH_MAX)?.toLowerCase()
  if (word === 'flat') return 0n
  if (word !== 'long' && word !== 'short') return reader.signed('position')
  const size = reader.amount('quantity')
  if (size === null)
    return reader.hasIssue('quantity') ? null : reader.refuse('quantity', 'required', `is required to be ${word}`)
  return word === 'long' ? size : 0n - size
}

const KINDS = ['MARKET', 'LIMIT', 'STOP'] as const

/** A price says something only beside the kind that has one: many alerts tell it for information. */
function termsOf(reader: Reader, action: HookAction | null): Pick<Alert, 'kind' | 'price' | 'triggerPrice'> {
  const given = reader.text('kind', SYMBOL_LENGTH_MAX)?.toUpperCase() ?? 'MARKET'
  const kind = KINDS.find((one) => one === given)
  if (kind === undefined) reader.refuse('kind', 'unknown', `must be ${KINDS.join(', ')}`)
  if (kind === 'MARKET' && action !== null && reader.text('stop', SYMBOL_LENGTH_MAX) !== null)
    reader.refuse('stop', 'kind', 'needs the kind STOP')
  if (kind === undefined || kind === 'MARKET') return AT_MARKET
  if (action !== 'buy' && action !== 'sell') reader.refuse('kind', 'action', 'other than MARKET is for buy and sell')
  const limit = priceOf(reader, 'price', kind === 'LIMIT')
  const triggerPrice = kind === 'STOP' ? priceOf(reader, 'stop', true) : null
  return { kind, price: limit, triggerPrice }
}

const AT_MARKET = { kind: 'MARKET', price: null, triggerPrice: null } as const

function priceOf(reader: Reader, name: 'price' | 'stop', isRequired: boolean): Price | null {
  const given: bigint | null = reader.amount(name)
  if (given !== null) return price(given)
  return isRequired && !reader.hasIssue(name) ? reader.refuse(name, 'required', 'is required for this kind') : null
}
