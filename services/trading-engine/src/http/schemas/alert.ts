/** The JSON of an alert, for documentation: what an alert says is read by `http/hooks/read-alert.ts`. */
import { HOOK_ACTIONS } from '@ats/contracts'
import { named } from '@ats/service-kit/http'
import Joi from 'joi'

/** Senders fill in texts; a number is as good. */
const value = (words: string): Joi.Schema =>
  Joi.any()
    .description(words)
    .meta({ jsonSchema: { type: ['string', 'number'] } })

export const alertBody = named(
  'Alert',
  Joi.object({
    position: value('The position to be in: less than 0 is short; or long, short (with quantity) or flat.'),
    action: value(`In place of position: ${HOOK_ACTIONS.filter((action) => action !== 'position').join(', ')}.`),
    symbol: value('Or ticker. `BTC-USD`, `BTCUSD`, `COINBASE:BTCUSD`, `BTCUSDT.P`.'),
    quantity: value('In units of the base asset; cut to the lot.'),
    kind: value('MARKET, LIMIT or STOP. Absent: MARKET.'),
    price: value('The limit of a LIMIT or STOP; else information.'),
    stop: value('The trigger of a STOP.'),
    alert_id: value('Another alert with the same is this one repeated.'),
    id: value('With it or time, alerts of the same bytes are one for ever.'),
    time: value('Or timenow.'),
  }).unknown(),
)
