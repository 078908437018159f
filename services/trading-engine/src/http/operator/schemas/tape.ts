/** The body of a page of published ticks, `wire/market/tape-body.ts`. */
import Joi from 'joi'
import { count, listOf, record, text, time, venue } from '../../../wire/codec/schemas.js'

const amount = Joi.string().pattern(/^\d+(\.\d+)?$/)

const rate = Joi.string()
  .pattern(/^-?\d+(\.\d+)?$/)
  .allow(null)

export const tapePage = record({
  prices: listOf(
    record({
      time,
      symbol: text,
      venue,
      price: amount,
      bid: amount,
      ask: amount,
      index: amount,
      carry_long: rate,
      carry_short: rate,
      funding_long: rate,
      funding_short: rate,
    }),
  ),
  next: count.allow(null),
})
