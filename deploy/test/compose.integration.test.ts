import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createHostCheck } from '@ats/service-kit/http'
import type { ServiceName } from '@ats/test-kit'
import { parse } from 'yaml'
import { networksOf, type Networks } from './support/compose-networks.js'
import { REPOSITORY } from './support/repository.js'
import { runOrThrow } from './support/run.js'
import { MIGRATION_SETTINGS, settingsOf, type ProgramName } from './support/settings.js'

interface ComposeService {
  readonly image: string
  readonly build?: { readonly target: string }
  readonly command?: readonly string[]
  readonly env_file?: unknown
  readonly environment?: Readonly<Record<string, string>>
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>
  readonly ports?: readonly string[]
  readonly networks: Networks
  readonly volumes?: readonly string[]
  readonly read_only?: boolean
  readonly cap_drop?: readonly string[]
  readonly security_opt?: readonly string[]
  readonly healthcheck?: { readonly test?: readonly string[]; readonly disable?: boolean }
  readonly stop_grace_period?: string
}

interface Compose {
  readonly services: Readonly<Record<string, ComposeService>>
  readonly networks: Readonly<Record<string, { readonly internal?: boolean }>>
}

const SERVICES: readonly ServiceName[] = ['trading-engine', 'wallet']
const OURS: readonly ProgramName[] = [...SERVICES, 'dashboard', 'lab']
const JOBS = SERVICES.map((service) => `${service}-migrate`)

let text: string
let example: string
let env: Readonly<Record<string, string>>
let compose: Compose

beforeAll(async () => {
  text = await readFile(join(REPOSITORY, 'docker-compose.yml'), 'utf8')
  example = await readFile(join(REPOSITORY, '.env.example'), 'utf8')
  env = await makeEnv()
  // Every variable is required and most are used: the engine of compose reads them the same way.
  compose = parse(fill(text), { merge: true }) as Compose
})

const fill = (of: string): string => of.replace(/\$\{([A-Z_]+):\?[^}]+\}/g, (_, name: string) => env[name] ?? '')

/** The variables that the lines in .env.example make. */
async function makeEnv(): Promise<Readonly<Record<string, string>>> {
  const lines = [...example.matchAll(/^# {3}(.+)$/gm)].map(([, line]) => line)
  const cwd = await mkdtemp(join(tmpdir(), 'compose-'))
  try {
    await runOrThrow('sh', ['-c', lines.join('\n')], { cwd })
    const made = await readFile(join(cwd, '.env'), 'utf8')
    return Object.fromEntries(made.trim().split('\n').map(nameAndValue))
  } finally {
    await rm(cwd, { recursive: true })
  }
}

const nameAndValue = (line: string): readonly [string, string] => {
  const end = line.indexOf('=')
  return [line.slice(0, end), line.slice(end + 1)]
}

const service = (name: string): ComposeService => {
  const found = compose.services[name]
  if (found === undefined) throw new Error(`docker-compose.yml has no service ${name}`)
  return found
}

/** Whether a name is that of a service, or an alias that it has, in a network that the caller is in, too. */
const isReachedAs = (name: string, host: string, caller: string): boolean =>
  networksOf(service(name))
    .filter(([network]) => networksOf(service(caller)).some(([shared]) => shared === network))
    .some(([, aliases]) => name === host || aliases.includes(host))

it('is told its secrets by .env alone, each of which .env.example names and makes', () => {
  const used = new Set([...text.matchAll(/\$\{([A-Z_]+)/g)].map(([, name]) => name))
  const named = [...example.matchAll(/^([A-Z_]+)=$/gm)].map(([, name]) => name)
  expect(named.sort()).toEqual([...used].sort())
  expect(Object.keys(env).sort()).toEqual(named)
  expect(text.match(/\$\{[A-Z_]+(?!:\?)[^A-Z_]/g)).toBeNull()
})

it('keeps .env out of the repository', async () => {
  const ignored = await runOrThrow('git', ['check-ignore', '--no-index', '.env'], { cwd: REPOSITORY })
  expect(ignored.trim()).toBe('.env')
})

it.each(OURS)('gives %s what it takes in production, and nothing else', (name) => {
  const config = settingsOf(name, service(name).environment ?? {})
  expect(config['NODE_ENV']).toBe('production')
})

it('has the engine send mails and Telegram as .env.notifications.example says, and without it neither', async () => {
  const alone = settingsOf('trading-engine', service('trading-engine').environment ?? {})
  expect([alone['SMTP_URL'], alone['TELEGRAM_BOT_TOKEN']]).toEqual([null, null])
  expect(service('trading-engine').env_file).toEqual([{ path: '.env.notifications', required: false }])
  const lines = (await readFile(join(REPOSITORY, '.env.notifications.example'), 'utf8')).split('\n')
  const told = Object.fromEntries(lines.filter((line) => /^[A-Z]/.test(line)).map(nameAndValue))
  const config = settingsOf('trading-engine', { ...told, ...service('trading-engine').environment })
  expect(config).toMatchObject(told)
})

describe('with docker-compose.live.yml', () => {
  interface Mount {
    readonly type: string
    readonly source: string
    readonly target: string
    readonly read_only: boolean
    readonly bind: { readonly create_host_path: boolean }
  }
  interface LiveCompose {
    readonly services: { readonly 'trading-engine': Omit<ComposeService, 'volumes'> & { readonly volumes: Mount[] } }
  }
  let live: LiveCompose
  let told: Readonly<Record<string, string>>

  beforeAll(async () => {
    live = parse(await readFile(join(REPOSITORY, 'docker-compose.live.yml'), 'utf8')) as LiveCompose
    const lines = (await readFile(join(REPOSITORY, '.env.live.example'), 'utf8')).split('\n')
    told = Object.fromEntries(lines.filter((line) => /^[A-Z]/.test(line)).map(nameAndValue))
  })

  const variables = () => ({
    ...told,
    ...service('trading-engine').environment,
    ...live.services['trading-engine'].environment,
  })

  it('the engine sends nothing as the example says, and without it nothing of live execution is set', () => {
    expect(settingsOf('trading-engine', service('trading-engine').environment ?? {})['LIVE_EXECUTION']).toBe('off')
    const config = settingsOf('trading-engine', variables())
    expect(config).toMatchObject({ LIVE_EXECUTION: 'dry-run', LIVE_CHAIN_ID: 42_161, LIVE_RPC_QUORUM: 2 })
    expect(() => settingsOf('trading-engine', { ...variables(), LIVE_EXECUTION: 'on' })).toThrow('LIVE_MAINNET')
  })

  it('the engine finds keystores and passphrase where they are mounted, cannot change them, and needs both', () => {
    const { LIVE_KEYSTORE_FOLDER: folder, LIVE_KEYSTORE_PASSPHRASE_FILE: file } = variables()
    const mounted = { type: 'bind', read_only: true, bind: { create_host_path: false } }
    expect(live.services['trading-engine'].volumes).toEqual([
      { source: './live/keystores', target: folder, ...mounted },
      { source: './live/passphrase', target: file, ...mounted },
    ])
  })

  it.each(['.env.live', 'live/passphrase', 'live/keystores/0x00.json'])('git never takes %s', async (path) => {
    const ignored = await runOrThrow('git', ['check-ignore', '--no-index', path], { cwd: REPOSITORY })
    expect(ignored.trim()).toBe(path)
  })
})

it.each(JOBS)('gives %s what it takes, and nothing else', (name) => {
  expect(Object.keys(service(name).environment ?? {}).filter((key) => !MIGRATION_SETTINGS.includes(key))).toEqual([])
  expect(service(name).command).toEqual(['node', 'dist/migrate.js'])
})

it('starts each in its turn: databases, migrations, wallet, engine, dashboard', () => {
  const order = Object.fromEntries(
    [...OURS, ...JOBS].map((name) => [
      name,
      Object.entries(service(name).depends_on ?? {}).map(([on, { condition }]) => `${on} ${condition}`),
    ]),
  )
  expect(order).toEqual({
    lab: ['redis service_healthy', 'wallet service_healthy'],
    'trading-engine': [
      'redis service_healthy',
      'trading-engine-migrate service_completed_successfully',
      'wallet service_healthy',
    ],
    'trading-engine-migrate': ['trading-db service_healthy'],
    wallet: ['redis service_healthy', 'wallet-migrate service_completed_successfully'],
    dashboard: ['redis service_healthy', 'trading-engine service_healthy', 'wallet service_healthy'],
    'wallet-migrate': ['wallet-db service_healthy'],
  })
  for (const name of ['redis', 'trading-db', 'wallet-db']) expect(service(name).healthcheck?.test).toBeDefined()
})

it('reaches each server by the name of a service on a network of both', () => {
  for (const name of [...OURS, ...JOBS]) {
    for (const [key, value] of Object.entries(service(name).environment ?? {})) {
      if (!key.endsWith('_URL') || key.includes('PUBLIC')) continue
      const { hostname } = new URL(value)
      const reached = Object.keys(compose.services).filter((other) => isReachedAs(other, hostname, name))
      expect([name, key, reached.length]).toEqual([name, key, 1])
    }
  }
})

it('names each server as that server answers to', () => {
  for (const name of OURS)
    for (const [key, value] of Object.entries(service(name).environment ?? {})) {
      const called = URL.canParse(value) && OURS.find((other) => isReachedAs(other, new URL(value).hostname, name))
      if (!called) continue
      const listed = settingsOf(called, service(called).environment ?? {})['ALLOWED_HOSTS']
      expect([name, key, createHostCheck(listed as string[])(new URL(value).host)]).toEqual([name, key, true])
    }
})

it('tells both sides of each secret the same', () => {
  const of = (name: string, key: string): string => service(name).environment?.[key] ?? ''
  expect(of('wallet', 'SERVICE_TOKENS')).toBe(of('trading-engine', 'WALLET_SERVICE_TOKEN'))
  for (const name of SERVICES) expect(of('dashboard', 'GATEWAY_HMAC_SECRET')).toBe(of(name, 'GATEWAY_HMAC_SECRETS'))
  expect(of('dashboard', 'LAB_HMAC_SECRET')).toBe(of('lab', 'GATEWAY_HMAC_SECRETS'))
  expect(of('lab', 'GATEWAY_HMAC_SECRETS')).not.toBe(of('trading-engine', 'GATEWAY_HMAC_SECRETS'))
  expect(of('lab', 'WALLET_SERVICE_TOKEN')).toBe(of('trading-engine', 'WALLET_SERVICE_TOKEN'))
  expect(new URL(of('dashboard', 'LAB_URL')).port).toBe(of('lab', 'GATEWAY_PORT'))
  expect(new URL(of('dashboard', 'ENGINE_URL')).port).toBe(of('trading-engine', 'GATEWAY_PORT'))
  for (const name of ['dashboard', 'trading-engine', 'lab'])
    expect(of(name, 'REDIS_URL')).toBe(of('wallet', 'REDIS_URL'))
  expect(new URL(of('wallet', 'REDIS_URL')).password).toBe(service('redis').command?.[2])
  for (const [ours, database] of [
    ['wallet', 'wallet-db'],
    ['trading-engine', 'trading-db'],
  ] as const) {
    for (const name of [ours, `${ours}-migrate`]) {
      const { username, password, pathname } = new URL(of(name, 'DATABASE_URL'))
      expect([username, password, pathname.slice(1)]).toEqual(
        ['POSTGRES_USER', 'POSTGRES_PASSWORD', 'POSTGRES_DB'].map((key) => of(database, key)),
      )
    }
  }
})

it('opens ports of the services to this machine only, and the internal one of the wallet to nobody', () => {
  const ports = Object.entries(compose.services).map(([name, { ports: opened = [] }]) => [name, opened])
  expect(Object.fromEntries(ports.filter(([, opened]) => opened!.length > 0))).toEqual({
    'trading-engine': ['127.0.0.1:4000:4000', '127.0.0.1:4010:4010'],
    wallet: ['127.0.0.1:4001:4001'],
    dashboard: ['127.0.0.1:4002:4002'],
    lab: ['127.0.0.1:4003:4003'],
  })
  for (const name of OURS) {
    const { PORT, INTERNAL_PORT } = service(name).environment ?? {}
    const inside = service(name).ports?.map((port) => port.split(':')[2]) ?? []
    expect(inside.filter((port) => port !== PORT && port !== INTERNAL_PORT)).toEqual([])
  }
})

it('keeps databases and Redis off every network that leads outside', () => {
  for (const name of ['redis', 'trading-db', 'wallet-db']) {
    const open = networksOf(service(name)).filter(([network]) => compose.networks[network]?.internal !== true)
    expect(open).toEqual([])
  }
})

it('keeps what the databases hold, and nothing of what Redis holds', () => {
  expect(service('trading-db').volumes).toEqual(['trading-data:/var/lib/postgresql'])
  expect(service('wallet-db').volumes).toEqual(['wallet-data:/var/lib/postgresql'])
  expect(service('redis').volumes).toBeUndefined()
  expect(service('redis').command?.slice(3)).toEqual([
    ...['--save', '', '--appendonly', 'no', '--maxmemory', '256mb', '--maxmemory-policy', 'volatile-lru'],
  ])
})

it('calls a database healthy when a service can use it', () => {
  for (const name of ['trading-db', 'wallet-db']) {
    const [kind, command = ''] = service(name).healthcheck?.test ?? []
    expect(kind).toBe('CMD-SHELL')
    // By the network and not by loopback, which PostgreSQL's image trusts without a password.
    for (const part of ['PGPASSWORD=$$POSTGRES_PASSWORD', 'psql --host "$$(hostname)"', '"$$POSTGRES_DB"', 'select 1'])
      expect(command).toContain(part)
  }
})

it('names each image by its exact version, and gives no container more rights than it needs', () => {
  for (const [name, { image, read_only, cap_drop, security_opt }] of Object.entries(compose.services)) {
    expect(image).toMatch(/:\d+\.\d+(\.\d+)?(-bookworm)?$/)
    expect(security_opt).toEqual(['no-new-privileges:true'])
    // PostgreSQL's first start gives its files to another user.
    if (!name.endsWith('-db'))
      expect({ name, read_only, cap_drop }).toEqual({ name, read_only: true, cap_drop: ['ALL'] })
  }
  for (const name of [...OURS, ...JOBS]) {
    expect(service(name).build?.target).toBe(name === 'lab' ? 'trading-engine' : name.replace('-migrate', ''))
  }
})
