/**
 * A baseline of the kind one writes in an afternoon: stock Express, express.json, joi and one transaction an order. It
 * is deliberately kept plain.
 */
import express from 'express'
import Joi from 'joi'
import pg from 'pg'
import { apiKey, apiSecret, userId } from '../seed/identities.js'
import type { OrderBody } from './decide-order.js'
import { placeOrder } from './place-order.js'

const POOL_MAX = 16

const schema = Joi.object<OrderBody>({
  account_id: Joi.string().uuid().required(),
  symbol: Joi.string().required(),
  side: Joi.string().valid('BUY', 'SELL').required(),
  kind: Joi.string().valid('MARKET').required(),
  quantity: Joi.number().positive().required(),
  client_id: Joi.string().max(64).required(),
})

const users = Number(process.env['USERS'])
const keys = new Map(
  Array.from({ length: users }, (_, user) => [apiKey(user), { secret: apiSecret(user), userId: userId(user) }]),
)
const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'], max: POOL_MAX })

const app = express()
app.use(express.json())
app.get('/readyz', (_request, response) => {
  response.json({})
})
app.post('/v1/order', async (request, response) => {
  const caller = keys.get(request.get('x-api-key') ?? '')
  if (caller === undefined || caller.secret !== request.get('x-api-secret')) {
    response.status(401).json({ error: 'unauthorized' })
    return
  }
  const checked: Joi.ValidationResult<OrderBody> = schema.validate(request.body)
  if (checked.error !== undefined) {
    response.status(400).json({ error: checked.error.message })
    return
  }
  const { status, text } = await placeOrder(pool, caller.userId, checked.value)
  response.status(status).type('json').send(text)
})
app.listen(Number(process.env['PORT']), '127.0.0.1')
