/** Stock Express answering a constant: the least a GET costs with it. */
import express from 'express'

const body: unknown = JSON.parse(process.env['BODY'] ?? '{}')

const app = express()
app.get('/v1/price', (_request, response) => {
  response.json(body)
})
app.listen(Number(process.env['PORT']), '127.0.0.1')
