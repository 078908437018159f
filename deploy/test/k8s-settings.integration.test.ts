import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { isIP } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { EnvVar } from 'kubernetes-types/core/v1.js'
import { hashCredential } from '@ats/contracts'
import { createHostCheck } from '@ats/service-kit/http'
import { describeOverlays, isProduction, selects, type Manifests, type PodTemplate } from './support/manifests.js'
import { REPOSITORY } from './support/repository.js'
import { runOrThrow } from './support/run.js'
import { MIGRATION_SETTINGS, settingsOf, type ProgramName } from './support/settings.js'

/** Connections that an engine opens at most beyond DATABASE_POOL_MAX: writer, webhooks, replicas, shards, wallets. */
const OTHER_CONNECTIONS = { 'trading-engine': 15, wallet: 0 }

/** Migrations, the operator of the databases, somebody who looks. */
const CONNECTIONS_OF_OTHERS = 20

type Secrets = Readonly<Record<string, Readonly<Record<string, string>>>>

let secrets: Secrets

beforeAll(async () => {
  const made = await secretsOfTheDocs()
  const byOperator = { password: 'q3Wn8ZkT', 'ca.crt': '' }
  secrets = { ...made, 'trading-db-app': byOperator, 'wallet-db-app': byOperator }
})

/** The Secrets that the commands in the docs create, collected by a `kubectl` that only records its arguments. */
async function secretsOfTheDocs(): Promise<Secrets> {
  const page = await readFile(join(REPOSITORY, 'docs', 'DEPLOYING.md'), 'utf8')
  const commands = [...page.matchAll(/```sh\n([^`]*create secret[^`]*)```/g)].map(([, block]) => block).join('\n')
  const cwd = await mkdtemp(join(tmpdir(), 'secrets-'))
  try {
    await writeFile(join(cwd, 'kubectl'), '#!/bin/sh\nprintf "%s\\n" "$@" --end >> calls\n')
    await chmod(join(cwd, 'kubectl'), 0o755)
    await runOrThrow('sh', ['-ec', commands], { cwd, env: { PATH: `${cwd}:${process.env['PATH'] ?? ''}` } })
    const calls = (await readFile(join(cwd, 'calls'), 'utf8')).split('--end\n')
    return Object.fromEntries(calls.filter((call) => call.startsWith('create\nsecret\n')).map(secretOf))
  } finally {
    await rm(cwd, { recursive: true })
  }
}

function secretOf(call: string): readonly [string, Readonly<Record<string, string>>] {
  const [, , , name = ''] = call.split('\n')
  const literals = [...call.matchAll(/^--from-literal=([^=]+)=(.*)$/gm)]
  return [name, Object.fromEntries(literals.map(([, key, value]) => [key, value]))]
}

/** The variables with which a container starts, where these secrets were made. */
function variablesOf(
  { container }: PodTemplate,
  manifests: Manifests,
  made = secrets,
): Readonly<Record<string, string>> {
  const dataOf = (name = '') => manifests.one('ConfigMap', name).data ?? {}
  const valueOf = ({ name, value, valueFrom }: EnvVar): string => {
    const { configMapKeyRef: setting, secretKeyRef: secret } = valueFrom ?? {}
    const found = value ?? (setting ? dataOf(setting.name)[setting.key] : made[secret?.name ?? '']?.[secret?.key ?? ''])
    if (found === undefined) throw new Error(`${name} has no value: nothing makes ${JSON.stringify(valueFrom)}`)
    return found
  }
  return {
    ...Object.assign({}, ...(container.envFrom ?? []).map(({ configMapRef }) => dataOf(configMapRef?.name))),
    ...Object.fromEntries(
      (container.env ?? []).filter(isThere(made)).map((variable) => [variable.name, valueOf(variable)]),
    ),
  } as Readonly<Record<string, string>>
}

/** Whether a variable is set at all: one of an optional secret that nobody has made is not. */
const isThere =
  (made: Secrets) =>
  ({ valueFrom }: EnvVar): boolean =>
    valueFrom?.secretKeyRef?.optional !== true || made[valueFrom.secretKeyRef.name ?? ''] !== undefined

const LISTENERS = {
  http: ['HOST', 'PORT'],
  internal: ['INTERNAL_HOST', 'INTERNAL_PORT'],
  gateway: ['GATEWAY_HOST', 'GATEWAY_PORT'],
} as const

describeOverlays('settings', (manifests, overlay) => {
  const serving = manifests.pods.filter(({ kind }) => kind === 'Deployment')
  const configOf = (name: string) => {
    const pod = serving.find((one) => one.name === name)!
    return settingsOf(pod.container.name as ProgramName, variablesOf(pod, manifests))
  }

  it.each(serving.map(({ name }) => name))('of %s are all it needs in production, and all known to it', (name) => {
    expect(configOf(name)['NODE_ENV']).toBe('production')
  })

  it('of migrations are their own', () => {
    for (const pod of manifests.pods.filter(({ kind }) => kind === 'Job')) {
      const names = Object.keys(variablesOf(pod, manifests))
      expect(names.filter((name) => !MIGRATION_SETTINGS.includes(name))).toEqual([])
      expect(pod.container.command).toEqual(['node', 'dist/migrate.js'])
      expect([pod.labels['app.kubernetes.io/component'], pod.spec.restartPolicy]).toEqual(['migrate', 'Never'])
    }
  })

  it('give each replica its role', () => {
    expect(configOf('trading-engine-api')['ROLE']).toBe('api')
    expect(configOf('trading-engine-worker')['ROLE']).toBe('worker')
  })

  it('leave live execution off, or else have workers sign and `api` pods read', () => {
    const [api, worker] = [configOf('trading-engine-api'), configOf('trading-engine-worker')]
    const isLive = overlay === 'production-live'
    for (const config of [api, worker]) {
      expect(config['LIVE_EXECUTION']).toBe(isLive ? 'dry-run' : 'off')
      expect(config['LIVE_CHAIN_ID']).toBe(isLive ? 42_161 : null)
      expect(config['LIVE_RPC_URLS']).toHaveLength(isLive ? 3 : 0)
      expect(config['MARKET_FEED']).toBe(isLive ? 'live' : 'synthetic')
    }
    const keys = ['LIVE_KEYSTORE_FOLDER', 'LIVE_KEYSTORE_PASSPHRASE_FILE', 'LIVE_SIGNER_URL']
    expect(keys.filter((key) => api[key] !== null)).toEqual([])
    expect(keys.filter((key) => worker[key] !== null)).toEqual(isLive ? keys.slice(0, 2) : [])
  })

  it('send nothing to a chain of real money before somebody has said so in words', () => {
    if (overlay !== 'production-live') return
    const pod = serving.find(({ name }) => name === 'trading-engine-worker')!
    const variables = { ...variablesOf(pod, manifests), LIVE_EXECUTION: 'on' }
    expect(() => settingsOf('trading-engine', variables)).toThrow('LIVE_MAINNET_CONFIRMED')
    const confirmed = { ...variables, LIVE_MAINNET_CONFIRMED: 'trade-real-money' }
    expect(settingsOf('trading-engine', confirmed)['LIVE_EXECUTION']).toBe('on')
  })

  it('let mails and Telegram out where their secret was made, and do without it', () => {
    const { notifications, ...others } = secrets
    for (const name of ['trading-engine-api', 'trading-engine-worker']) {
      const pod = serving.find((one) => one.name === name)!
      expect(configOf(name)).toMatchObject({
        ...notifications,
        PUBLIC_URL: expect.stringContaining('https://') as string,
      })
      const alone = settingsOf('trading-engine', variablesOf(pod, manifests, others))
      expect([alone['SMTP_URL'], alone['TELEGRAM_BOT_TOKEN']]).toEqual([null, null])
    }
  })

  it('mount keystores where they are looked for', () => {
    const { spec, container } = serving.find(({ name }) => name === 'trading-engine-worker')!
    const mounts = (container.volumeMounts ?? []).filter(
      ({ name }) => spec.volumes?.find((volume) => volume.name === name)?.secret?.secretName === 'trading-wallets',
    )
    const { LIVE_KEYSTORE_FOLDER: folder, LIVE_KEYSTORE_PASSPHRASE_FILE: file } = configOf('trading-engine-worker')
    expect(mounts.map(({ mountPath }) => mountPath)).toEqual(folder === null ? [] : [folder])
    if (typeof folder === 'string') expect(file).toBe(`${folder}/passphrase`)
  })

  it('answer to the names of their Services and hosts, and to no name that others could register', () => {
    for (const pod of serving) {
      const services = manifests
        .of('Service')
        .filter(({ spec }) => selects({ matchLabels: spec!.selector! }, pod.labels))
      const names = services.map(({ metadata }) => metadata!.name!)
      const hosts = manifests
        .of('Ingress')
        .flatMap(({ spec }) => spec?.rules ?? [])
        .filter(({ http }) => http?.paths.some(({ backend }) => names.includes(backend.service?.name ?? '')))
        .flatMap(({ host }) => host ?? [])
      const { ALLOWED_HOSTS: listed, PUBLIC_ORIGIN: origin } = configOf(pod.name)
      if (typeof origin === 'string') {
        expect(hosts).toEqual([new URL(origin).hostname])
        continue
      }
      const isOurs = createHostCheck(listed as string[])
      const full = names.flatMap((name) => [name, `${name}.trading.svc`, `${name}.trading.svc.cluster.local:4000`])
      // Of workers there are only metrics, which Prometheus reads by the addresses of the pods.
      const expected = pod.name === 'trading-engine-worker' ? [] : [...full, ...hosts]
      expect(expected.filter((name) => !isOurs(name))).toEqual([])
      expect([...names.map((name) => `${name}.trading`), 'evil.example'].filter(isOurs)).toEqual([])
    }
    const { WALLET_PUBLIC_URL: url } = configOf('dashboard')
    if (isProduction(overlay))
      expect(createHostCheck(configOf('wallet')['ALLOWED_HOSTS'] as string[])(new URL(String(url)).host)).toBe(true)
  })

  it('have each listen where its pods are reached', () => {
    for (const { name, container } of serving) {
      const config = configOf(name)
      for (const { name: port, containerPort } of container.ports ?? []) {
        const [host, number] = LISTENERS[port as keyof typeof LISTENERS]
        expect([name, port, config[host], config[number]]).toEqual([name, port, '0.0.0.0', containerPort])
      }
    }
  })

  it('say the same on both sides of a secret', () => {
    const { SERVICE_TOKENS, REDIS_URL } = configOf('wallet')
    for (const name of ['trading-engine-api', 'trading-engine-worker']) {
      expect(SERVICE_TOKENS).toContain(configOf(name)['WALLET_SERVICE_TOKEN'])
      expect(configOf(name)['REDIS_URL']).toBe(REDIS_URL)
    }
    const lab = configOf('lab')
    expect(SERVICE_TOKENS).toContain(lab['WALLET_SERVICE_TOKEN'])
    expect(lab['REDIS_URL']).toBe(REDIS_URL)
    for (const name of ['dashboard', 'dashboard-operators']) {
      const labSecret = configOf(name)['LAB_HMAC_SECRET']
      expect(lab['GATEWAY_HMAC_SECRETS']).toEqual([labSecret])
      for (const other of ['trading-engine-api', 'wallet'])
        expect(configOf(other)['GATEWAY_HMAC_SECRETS']).not.toContain(labSecret)
      const { GATEWAY_HMAC_SECRET: secret, REDIS_URL: url, FIRM_TOKENS: firm } = configOf(name)
      expect(configOf('trading-engine-api')['GATEWAY_HMAC_SECRETS']).toContain(secret)
      expect(configOf('wallet')['GATEWAY_HMAC_SECRETS']).toContain(secret)
      expect(url).toBe(REDIS_URL)
      const hashes = (firm as readonly { token: string }[]).map(({ token }) => hashCredential(token).toString('hex'))
      const people = configOf('trading-engine-api')['OPERATORS'] as readonly { hash: string }[]
      expect(hashes).toEqual(name === 'dashboard' ? [] : people.map(({ hash }) => hash))
    }
    const [traders, operators] = [configOf('dashboard'), configOf('dashboard-operators')]
    expect([traders['AUDIENCE'], operators['AUDIENCE']]).toEqual(['traders', 'operators'])
    expect(traders['SESSION_SECRETS']).not.toEqual(operators['SESSION_SECRETS'])
    expect(traders['PUBLIC_ORIGIN']).not.toEqual(operators['PUBLIC_ORIGIN'])
    const redis = variablesOf(
      manifests.pods.find(({ name }) => name === 'redis')!,
      manifests,
    )
    expect(new URL(String(REDIS_URL))).toMatchObject({ password: redis['REDIS_PASSWORD'], host: 'redis:6379' })
  })

  it('believe nobody without a signature about who the user is, and in production sell no plan to everybody', () => {
    const isProductive = isProduction(overlay)
    expect(configOf('wallet')['USER_ID_TRUST']).toBe('gateway-hmac')
    expect(configOf('trading-engine-api')['ACCOUNT_CREATION']).toBe(isProductive ? 'entitled' : 'open')
  })

  it('trust the few addresses of who stands before each service, never a network that other pods are in', () => {
    const names = ['trading-engine-api', 'wallet', 'dashboard', 'dashboard-operators', 'lab']
    const trusted = names.map((name) => configOf(name)['TRUSTED_PROXIES'] as string[])
    if (!isProduction(overlay)) return expect(trusted.flat()).toEqual([])
    for (const entry of trusted.flat()) {
      const [address = '', bits] = entry.split('/')
      expect([entry, Number(bits ?? Infinity) >= (isIP(address) === 4 ? 28 : 124)]).toEqual([entry, true])
    }
    const [ingress = [], gateway = [], ...others] = trusted
    for (const proxies of others) expect(proxies).toEqual(ingress)
    expect(ingress.length).toBeGreaterThan(0)
    expect(ingress.filter((entry) => gateway.includes(entry))).toEqual([])
  })

  it('open no more connections than the databases take, even while replicas are replaced', () => {
    const most = { 'trading-engine': 0, wallet: 0 }
    for (const { name, container } of serving) {
      const service = container.name
      if (service !== 'trading-engine' && service !== 'wallet') continue
      const { spec } = manifests.one('Deployment', name)
      const replicas = spec?.replicas ?? manifests.one('HorizontalPodAutoscaler', name).spec!.maxReplicas
      const each = Number(configOf(name)['DATABASE_POOL_MAX']) + OTHER_CONNECTIONS[service]
      most[service] += (replicas + 1) * each
    }
    const limitOf = (cluster: string) =>
      Number(manifests.one('Cluster', cluster).spec.postgresql.parameters?.['max_connections']) - CONNECTIONS_OF_OTHERS
    expect(most['trading-engine']).toBeLessThanOrEqual(limitOf('trading-db'))
    expect(most.wallet).toBeLessThanOrEqual(limitOf('wallet-db'))
  })
})
