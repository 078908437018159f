/** The languages that there is a sample in. */
export const LANGUAGES = ['sdk', 'node', 'python'] as const
export type Language = (typeof LANGUAGES)[number]

const SDK = `import { createServer } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { verifyWebhook } from '@ats/sdk/webhooks'

createServer(async (request, response) => {
  const body = await buffer(request) // the bytes as they came
  try {
    const event = verifyWebhook(body, request.headers, process.env.WEBHOOK_SECRET)
    console.log(event.type, event.id) // keep the id: an event may come twice
    response.writeHead(204).end()
  } catch {
    response.writeHead(401).end()
  }
}).listen(process.env.PORT)`

const NODE = `import { createHmac, timingSafeEqual } from 'node:crypto'
import { createServer } from 'node:http'
import { buffer } from 'node:stream/consumers'

const key = Buffer.from(process.env.WEBHOOK_SECRET.slice('whsec_'.length), 'base64')

function isGenuine(headers, body) {
  const id = headers['webhook-id']
  const time = headers['webhook-timestamp']
  if (!(Math.abs(Date.now() / 1000 - Number(time)) <= 300)) return false
  const hmac = createHmac('sha256', key).update(\`\${id}.\${time}.\`).update(body)
  const expected = Buffer.from(\`v1,\${hmac.digest('base64')}\`)
  // While the secret is being replaced there are two signatures.
  return (headers['webhook-signature'] ?? '').split(' ').some((text) => {
    const signature = Buffer.from(text)
    return signature.length === expected.length && timingSafeEqual(signature, expected)
  })
}

createServer(async (request, response) => {
  const body = await buffer(request) // the bytes as they came
  if (!isGenuine(request.headers, body)) return response.writeHead(401).end()
  const event = JSON.parse(body)
  console.log(event.type, event.id) // keep the id: an event may come twice
  response.writeHead(204).end()
}).listen(process.env.PORT)`

const PYTHON = `import base64, hashlib, hmac, json, os, time
from http.server import BaseHTTPRequestHandler, HTTPServer

key = base64.b64decode(os.environ["WEBHOOK_SECRET"].removeprefix("whsec_"))

def is_genuine(headers, body):
    id, at = headers.get("webhook-id", ""), headers.get("webhook-timestamp", "")
    if not at.isdecimal() or abs(time.time() - int(at)) > 300:
        return False
    signed = f"{id}.{at}.".encode() + body
    digest = hmac.new(key, signed, hashlib.sha256).digest()
    expected = "v1," + base64.b64encode(digest).decode()
    # While the secret is being replaced there are two signatures.
    signatures = headers.get("webhook-signature", "").split(" ")
    return any(hmac.compare_digest(s.encode(), expected.encode()) for s in signatures)

class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers.get("content-length", 0)))
        genuine = is_genuine(self.headers, body)
        if genuine:
            event = json.loads(body)
            print(event["type"], event["id"])  # keep the id: an event may come twice
        self.send_response(204 if genuine else 401)
        self.end_headers()

HTTPServer(("127.0.0.1", int(os.environ["PORT"])), Receiver).serve_forever()`

/** A receiver that verifies the signature of what it gets. */
export const VERIFY_SAMPLES: Readonly<Record<Language, string>> = { sdk: SDK, node: NODE, python: PYTHON }
