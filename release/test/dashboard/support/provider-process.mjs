/**
 * An OpenID provider for tests, as a process of its own: the library is for ES modules only. It logs in the user whom
 * the last POST to /next has named, and says on its first line of output where it is.
 */
import { once } from 'node:events'
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import Provider from 'oidc-provider'

const { CLIENT_ID, CLIENT_SECRET, REDIRECT_URIS } = process.env
const origins = REDIRECT_URIS.split(',').map((uri) => new URL(uri).origin)

/** The next user: `{ user, groups, acr, isDenied }`. */
let next = { user: 'anna', groups: [], acr: 'pwd', isDenied: false }
const groupsOf = new Map()

const server = createServer()
server.listen(0, '127.0.0.1')
await once(server, 'listening')
const issuer = `http://127.0.0.1:${server.address().port}`

const provider = new Provider(issuer, {
  clients: [
    {
      ...{ client_id: CLIENT_ID, client_secret: CLIENT_SECRET, redirect_uris: REDIRECT_URIS.split(',') },
      post_logout_redirect_uris: origins.map((origin) => `${origin}/`),
      backchannel_logout_uri: `${origins[0]}/logout/backchannel`,
      backchannel_logout_session_required: true,
    },
  ],
  claims: { openid: ['sub', 'groups', 'acr', 'auth_time'] },
  conformIdTokenClaims: false,
  acrValues: ['pwd', 'mfa'],
  cookies: { keys: ['a-key-of-tests'] },
  features: { devInteractions: { enabled: false }, backchannelLogout: { enabled: true } },
  // Its own refuses addresses of this machine.
  fetch: (url, { dispatcher: _dispatcher, ...options }) => fetch(url, options),
  interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
  findAccount: (_context, id) => ({ accountId: id, claims: () => ({ sub: id, groups: groupsOf.get(id) }) }),
  async loadExistingGrant({ oidc }) {
    const grant = new oidc.provider.Grant({ clientId: oidc.client.clientId, accountId: oidc.session.accountId })
    grant.addOIDCScope('openid')
    await grant.save()
    return grant
  },
})

async function interact(request, response) {
  const { user, groups, acr, isDenied } = next
  groupsOf.set(user, groups)
  const login = { accountId: user, acr, remember: true }
  const result = isDenied ? { error: 'access_denied' } : { login }
  await provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false })
}

const serve = provider.callback()
server.on('request', async (request, response) => {
  if (request.url.startsWith('/interaction/')) return interact(request, response)
  if (request.url !== '/next') return serve(request, response)
  next = { ...next, ...JSON.parse(await text(request)) }
  response.end()
})
process.stdout.write(`${issuer}\n`)
