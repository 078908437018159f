import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { callersOf, type NetworkedCompose } from './support/compose-networks.js'
import { REPOSITORY } from './support/repository.js'

const read = (file: string) => parse(readFileSync(join(REPOSITORY, file), 'utf8'), { merge: true }) as NetworkedCompose

/** The callers of each listener; `host` is the machine that runs the containers, by its loopback. */
const CALLERS: Readonly<Record<string, readonly string[]>> = {
  // Takes keys.
  'trading-engine:4000': ['dashboard', 'host', 'lab', 'redis', 'trading-db', 'trading-engine-migrate', 'wallet'],
  // The operator API and metrics.
  'trading-engine:4010': ['host'],
  // Takes users that the dashboard has signed.
  'trading-engine:4020': ['dashboard'],
  // Takes signed users.
  'wallet:4001': ['dashboard', 'host', 'lab', 'redis', 'trading-engine', 'wallet-db', 'wallet-migrate'],
  // Tells whether a key is valid; metrics.
  'wallet:4011': ['lab', 'trading-engine'],
  // Takes browsers that have logged in.
  'dashboard:4002': ['host', 'lab', 'redis', 'trading-engine', 'wallet'],
  // Metrics.
  'dashboard:4012': [],
  // Takes keys; it reaches no database.
  'lab:4003': ['dashboard', 'host', 'redis', 'trading-engine', 'wallet'],
  // Takes users that the dashboard has signed.
  'lab:4023': ['dashboard'],
  'redis:6379': ['dashboard', 'lab', 'trading-engine', 'wallet'],
  'trading-db:5432': ['trading-engine', 'trading-engine-migrate'],
  'wallet-db:5432': ['wallet', 'wallet-migrate'],
}

const compose = read('docker-compose.yml')

test('each listener of docker-compose.yml is reached by whom it is for, and by nobody else', () => {
  expect(callersOf(compose)).toEqual(CALLERS)
})

test('networks that lead outside are kept apart where a runtime would let one reach into the other', () => {
  const outside = Object.entries(compose.networks).filter(([, { internal }]) => internal !== true)
  expect(outside.map(([name, { driver_opts: options }]) => [name, options])).toEqual([
    ['engine-outside', { isolate: 'true' }],
    ['users', { isolate: 'true' }],
    ['lab', { isolate: 'true' }],
  ])
})

test('docker-compose.live.yml adds nobody', () => {
  for (const { networks, ports } of Object.values(read('docker-compose.live.yml').services))
    expect([networks, ports]).toEqual([undefined, undefined])
})

test('the wallet believes nobody who does not sign, as containers of others reach it', () => {
  const { environment = {} } = compose.services['wallet'] ?? {}
  expect([environment['USER_ID_TRUST'], environment['ALLOW_PLAIN_USER_ID_IN_PRODUCTION']]).toEqual([
    'gateway-hmac',
    undefined,
  ])
})

test.each<[string, NetworkedCompose['services'], readonly string[]]>([
  [
    'one network for all',
    { a: { networks: ['n'] }, b: { networks: ['n', 'own'] }, c: { networks: ['own'] } },
    ['a', 'c'],
  ],
  [
    'loopback',
    { a: { networks: ['n'] }, b: { networks: ['n'], environment: { HOST: '127.0.0.1' }, ports: ['1:1'] } },
    [],
  ],
  [
    'a name in one of its networks',
    {
      a: { networks: ['n'] },
      b: { networks: { n: {}, own: { aliases: ['b-own'] } }, environment: { HOST: 'b-own' }, ports: ['127.0.0.1:9:1'] },
      c: { networks: { own: null } },
    },
    ['c', 'host'],
  ],
  [
    'a port that is published into a network where nothing listens',
    { b: { networks: { n: { aliases: ['b-n'] }, own: {} }, environment: { HOST: 'b-n' }, ports: ['1:1'] } },
    [],
  ],
])('%s', (_how, services, callers) => {
  const { b, ...others } = services
  const listening = {
    ...others,
    b: { ...b, networks: b?.networks ?? [], environment: { PORT: '1', ...b?.environment } },
  }
  expect(callersOf({ services: listening, networks: { n: { internal: true }, own: {} } })['b:1']).toEqual(callers)
})
