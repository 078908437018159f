import Joi from 'joi'
import { CANDLE_INTERVALS } from '../../market/candles.js'
import type { Channel } from '../../streams/market-topics.js'
import { worded } from './fields.js'

/** The channels of a market stream by name. */
const CHANNELS: ReadonlyMap<string, Channel> = new Map<string, Channel>([
  ...(['price', 'book', 'trades'] as const).map((kind) => [kind, { kind, interval: null }] as const),
  ...CANDLE_INTERVALS.map((interval) => [`candles:${interval}`, { kind: 'candles', interval }] as const),
])

export const PRICE: Channel = { kind: 'price', interval: null }

const NAMES = [...CHANNELS.keys()]

/** Names separated by commas, as the channels they name, each once. */
export const channelsField = worded(Joi.any<readonly Channel[]>().custom(toChannels), {
  'channels.base': `{{#label}} must name channels, separated by commas: ${NAMES.join(', ')}`,
}).meta({ jsonSchema: { type: 'string', pattern: `^(${NAMES.join('|')})(,(${NAMES.join('|')}))*$` } })

function toChannels(value: unknown, joi: Joi.CustomHelpers): readonly Channel[] | Joi.ErrorReport {
  if (typeof value !== 'string' || value.length > 1_000) return joi.error('channels.base')
  const channels = [...new Set(value.split(','))].map((name) => CHANNELS.get(name))
  return channels.every((channel) => channel !== undefined) ? channels : joi.error('channels.base')
}
