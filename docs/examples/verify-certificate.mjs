// Verifies a certificate offline: node verify-certificate.mjs CERTIFICATE.json PUBLIC_KEY [EVENTS.json]
// CERTIFICATE.json: the answer of GET /v1/certificates/CODE. PUBLIC_KEY: as the firm publishes it, not as the file says.
// EVENTS.json: all events of the account, as GET /v1/account/ID/events shows them: then the evidence is verified, too.
import { createHash, createPublicKey, verify } from 'node:crypto'
import { readFileSync } from 'node:fs'

const [file, publicKey, eventsFile] = process.argv.slice(2)
if (file === undefined || publicKey === undefined) {
  console.error('usage: node verify-certificate.mjs CERTIFICATE.json PUBLIC_KEY [EVENTS.json]')
  process.exit(2)
}

/** What `read` returns; where it cannot, the reason is printed in a line. */
function orExit(what, read) {
  try {
    return read()
  } catch (error) {
    console.error(`${what}: ${error.message}`)
    return process.exit(2)
  }
}
const jsonOf = (name) => orExit(name, () => JSON.parse(readFileSync(name, 'utf8')))

const { certificate, signature, revoked_at: revokedAt } = jsonOf(file) ?? {}
if (certificate === undefined || typeof signature !== 'string') {
  console.error(`${file}: this is no answer of GET /v1/certificates/CODE`)
  process.exit(2)
}
const key = orExit('PUBLIC_KEY', () =>
  createPublicKey({ key: Buffer.from(publicKey, 'base64'), format: 'der', type: 'spki' }),
)
const isGenuine = verify(null, Buffer.from(JSON.stringify(certificate)), key, Buffer.from(signature, 'base64'))
console.log(isGenuine ? 'the signature is genuine' : 'THE SIGNATURE IS NOT OF THIS KEY AND THIS TEXT')

// The signature does not say it: ask the service again for what it says today.
const isRevoked = revokedAt !== undefined
if (isRevoked) console.log(`THE FIRM HAS REVOKED IT ON ${revokedAt.slice(0, 10)}`)

let isBacked = true
if (eventsFile !== undefined) {
  const { events, sha256 } = certificate.evidence
  const hash = createHash('sha256')
  for (const event of jsonOf(eventsFile).slice(0, events)) hash.update(`${JSON.stringify(event)}\n`)
  isBacked = hash.digest('hex') === sha256
  console.log(isBacked ? `the ${events} events are those of the certificate` : 'THE EVENTS ARE OTHERS')
}
if (isGenuine) console.log(JSON.stringify(certificate, null, 2))
process.exit(isGenuine && isBacked && !isRevoked ? 0 : 1)
