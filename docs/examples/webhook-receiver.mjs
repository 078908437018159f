// npm install standardwebhooks, then: SECRET=whsec_… node webhook-receiver.mjs
import { readFileSync } from 'node:fs'
import { createServer as createHttpServer } from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import { text } from 'node:stream/consumers'
import { Webhook } from 'standardwebhooks'

const { SECRET, PORT = '8443', TLS_KEY, TLS_CERT } = process.env
const webhook = new Webhook(SECRET)

/** Your part. Throw to have the event sent again. */
async function handle(event) {
  console.log(event.type, event.account_id, event.sequence)
}

/** What became of each event, by its id. A bot keeps the ids in its database, in the transaction that handles the event. */
const handled = new Map()

/** An event that comes again has the result of its first time; one that failed is tried again. */
async function handleOnce(id, event) {
  const result = handled.get(id) ?? handle(event)
  handled.set(id, result)
  try {
    await result
  } catch (error) {
    handled.delete(id)
    throw error
  }
}

/** The status to answer with: 2xx is done, anything else is sent again. */
async function receive({ headers }, body) {
  let event
  try {
    // Of the text as it came: JSON that was parsed and written again has another signature.
    event = webhook.verify(body, headers)
  } catch {
    return 401
  }
  try {
    await handleOnce(headers['webhook-id'], event)
    return 200
  } catch (error) {
    console.error(error)
    return 500
  }
}

async function answer(request, response) {
  const body = await text(request).catch(() => '')
  response.writeHead(await receive(request, body)).end()
}

// Without a certificate of its own it stands behind a proxy that has one: events are only sent to https.
const server =
  TLS_CERT === undefined
    ? createHttpServer(answer)
    : createHttpsServer({ key: readFileSync(TLS_KEY), cert: readFileSync(TLS_CERT) }, answer)
server.listen(Number(PORT), '127.0.0.1', () => console.log(`listening on port ${server.address().port}`))
