import { inlineReferences, type InlinedOperation } from '@ats/service-kit/http'
import { RESPONSE_HEADERS, ROWS } from '@ats/dashboard'
import { engineDocument, labDocument, operatorDocument } from '@ats/trading-engine'
import { walletDocument } from '@ats/wallet'

type Service = (typeof ROWS)[number]['service']

const DOCUMENTS = {
  engine: engineDocument(),
  wallet: walletDocument(),
  lab: labDocument(),
  operator: operatorDocument(),
}
const SERVICES = Object.keys(DOCUMENTS) as Service[]

/** Endpoints that pages have no use for, and why. */
const LEFT_OUT: Readonly<Record<string, string>> = {
  'engine GET /v1/key': 'is about the key of the request, and pages have none',
  'engine POST /v1/sandbox/faults': 'is about the key of the request, too',
  'engine GET /v1/sandbox/faults': 'is about the key of the request, too',
  'engine DELETE /v1/sandbox/faults': 'is about the key of the request, too',
  'engine GET /v1/certificates/:code/page': 'is a page of its own, which anybody opens at the service',
  'engine GET /v1/unsubscribe/:unsubscribe_token': 'is a page of its own, which a mail leads to',
  'engine POST /v1/unsubscribe/:unsubscribe_token': 'is for receivers of mails, who have no session',
  'lab GET /openapi.json': 'is for clients that are made of it',
  'lab POST /v1/lab/odds': 'takes a minute of two cores, and is asked from the command line',
  'lab GET /v1/lab/odds/:odds_id': 'is about those',
  'lab DELETE /v1/lab/odds/:odds_id': 'is about those',
  'operator GET /operator/v1/replays/:id': 'takes as long as the account is old, and is asked from the command line',
  'operator POST /operator/v1/wallets/accept-chain': 'is for incidents alone, and asked from the command line',
}
const OPERATIONS = /^\/(?:healthz|readyz|metrics|docs)/

const template = (path: string): string => path.replace(/\{([a-z_]+)\}/gi, ':$1')

/** The endpoints that a service documents, as the rows name them. */
const documented = (service: Service): readonly string[] =>
  Object.entries(DOCUMENTS[service].paths)
    .filter(([path]) => !OPERATIONS.test(path) && !(service === 'operator' && path === '/openapi.json'))
    .flatMap(([path, operations]) =>
      Object.keys(operations).map((method) => `${service} ${method.toUpperCase()} ${template(path)}`),
    )

const forwarded = (service: Service): readonly string[] =>
  ROWS.filter((row) => row.service === service).map(({ method, path }) => `${service} ${method} ${path}`)

test.each(SERVICES)(
  '%s: each row of the gateway is an endpoint, and each endpoint has a row or a reason',
  (service) => {
    const wanted = documented(service).filter((name) => LEFT_OUT[name] === undefined)
    expect([...forwarded(service)].sort()).toEqual([...wanted].sort())
  },
)

test('each reason is about an endpoint that exists', () => {
  expect(SERVICES.flatMap(documented)).toEqual(expect.arrayContaining(Object.keys(LEFT_OUT)))
})

test.each(SERVICES)('%s: exactly the streams are forwarded as streams', (service) => {
  const streams = Object.entries(DOCUMENTS[service].paths).flatMap(([path, { get }]) =>
    get !== undefined && JSON.stringify(get.responses['200']).includes('text/event-stream') ? [template(path)] : [],
  )
  const rows = ROWS.filter((row) => row.service === service && row.isStream === true)
  expect(rows.map(({ path }) => path).sort()).toEqual(streams.sort())
})

/** Headers of which the gateway has its own. */
const OWN_HEADERS = ['cache-control', 'x-request-id']

test.each(SERVICES)('%s: every header that its document promises reaches the page', (service) => {
  const promised = Object.values(DOCUMENTS[service].paths).flatMap((operations) =>
    Object.values(operations).flatMap(({ responses }) =>
      Object.values(inlineReferences(responses, DOCUMENTS[service]) as InlinedOperation['responses']).flatMap(
        ({ headers = {} }) => Object.keys(headers).map((name) => name.toLowerCase()),
      ),
    ),
  )
  expect([...RESPONSE_HEADERS, ...OWN_HEADERS]).toEqual(expect.arrayContaining([...new Set(promised)]))
})
