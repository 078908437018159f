/** The JSON of an alert, for documentation: what an alert says is read by `http/hooks/read-alert.ts`. */
import { HOOK_ACTIONS } from '@ats/contracts'
import { named } from '@ats/service-kit/http'
import Joi from 'joi'

/** Senders fill in texts; a number is as good. */
const textOrNumber = Joi.any().meta({ jsonSchema: { type: ['string', 'number'], 'x-go-type': 'any' } })
const value = (words: string): Joi.Schema => textOrNumber.description(words)

const part = (name: string, fields: Joi.SchemaMap): Joi.Schema => named(name, Joi.object(fields).unknown())

const leg = {
  trigger_price: value('The trigger itself.'),
  offset: value('Or how far it is from the average fill.'),
  offset_pct: value('Or so in percent of that.'),
  price: value('A limit from the trigger on.'),
  trigger_by: value('LAST (default), MARK or INDEX.'),
}

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
    stop_loss: part('AlertStop', {
      ...leg,
      trail: part('AlertTrail', {
        offset: value('How far the trigger is from the peak.'),
        offset_pct: value('Or in percent of the peak.'),
        activation_price: value('The price that has to be reached first.'),
      }).description('Or it follows the market.'),
    }).description('The stop of what the alert opens, with exactly one of trigger_price, offset, offset_pct, trail.'),
    take_profit: part(
      'AlertTarget',
      Object.fromEntries(Object.keys(leg).map((name) => [name, textOrNumber])),
    ).description('The target of it in the same way, without trail.'),
    protect: value('ORDER (default) or POSITION: what they are for, as in an order.'),
    alert_id: value('Another alert with the same is this one repeated.'),
    id: value('With it or time, alerts of the same bytes are one for ever.'),
    time: value('Or timenow.'),
  }).unknown(),
)
