/** The SDK as it is published: its package, the size of what it adds to a bundle, and projects that use it. */
import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describeInstalled, RELEASE, ROOT } from '../support/installed.js'
import { installPacked, type Manifest } from './support/install-packed.js'

const run = promisify(execFile)

/** The most that `TradingClient` adds to a page, with its transport, streams and errors. */
const CORE_MAX_BYTES = 12 * 1024

describeInstalled('the published SDK', () => {
  let project: string
  let server: Server
  let url: string

  beforeAll(async () => {
    // publint and arethetypeswrong find nothing, or this fails with what they say.
    const { stdout } = await run(process.execPath, ['release/pack.mjs', 'sdk'], { cwd: ROOT })
    project = mkdtempSync(join(tmpdir(), 'sdk-consumer-'))
    await installPacked('@ats/sdk', stdout.trim(), project)
    server = createServer((_request, response) => response.end('{"symbol":"BTC-USD","last_price":0.1,"tick":7}'))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  afterAll(async () => {
    await new Promise((resolve) => server.close(resolve))
    rmSync(project, { recursive: true, force: true })
  })

  const BOT = `
    const trading = new TradingClient({ url: process.argv[2] })
    const { last_price, tick } = await trading.market.price('BTC-USD')
    let refused = ''
    try { verifyWebhook('{}', {}, 'whsec_c2VjcmV0') } catch (error) { refused = error.name }
    console.log(JSON.stringify({ last_price, tick, refused }))`
  const EXPECTED = { last_price: '0.1', tick: 7, refused: 'WebhookVerificationError' }

  test.each([
    ['mjs', `import { TradingClient } from '@ats/sdk'\nimport { verifyWebhook } from '@ats/sdk/webhooks'\n${BOT}`],
    [
      'cjs',
      `const { TradingClient } = require('@ats/sdk')\nconst { verifyWebhook } = require('@ats/sdk/webhooks')\n` +
        `void (async () => {${BOT}})()`,
    ],
  ])('runs in a project of .%s files', async (extension, program) => {
    const file = join(project, `bot.${extension}`)
    writeFileSync(file, program)
    const { stdout, stderr } = await run(process.execPath, [file, url])
    expect({ answer: JSON.parse(stdout) as unknown, stderr }).toEqual({ answer: EXPECTED, stderr: '' })
  })

  test('compiles in strict projects, ESM and CommonJS, and refuses what would lose money', async () => {
    const program = readFileSync(join(__dirname, 'support/strict-consumer.ts.txt'), 'utf8')
    for (const extension of ['mts', 'cts']) writeFileSync(join(project, `strict.${extension}`), program)
    const compilerOptions = {
      strict: true,
      exactOptionalPropertyTypes: true,
      noUncheckedIndexedAccess: true,
      module: 'nodenext',
      target: 'es2022',
      lib: ['es2023'],
      types: ['node'],
      noEmit: true,
    }
    writeFileSync(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['strict.*'] }))
    const tsc = join(RELEASE, 'node_modules/typescript/bin/tsc')
    await run(process.execPath, [tsc, '-p', project], { cwd: project }).catch((error: unknown) => {
      throw new Error((error as { stdout: string }).stdout)
    })
  })

  test('has a manifest of its own, with the dependencies it needs and no others', () => {
    const manifest = JSON.parse(readFileSync(join(project, 'node_modules/@ats/sdk/package.json'), 'utf8')) as Manifest
    expect(manifest.private).toBeUndefined()
    const workspace = JSON.parse(readFileSync(join(ROOT, 'packages/sdk/package.json'), 'utf8')) as Manifest
    expect(manifest.dependencies).toEqual(workspace.dependencies)
  })

  test(`the client adds at most ${CORE_MAX_BYTES} bytes to a page, minified and compressed`, async () => {
    const page = "export { TradingClient } from '@ats/sdk'"
    const { stdout } = await run(process.execPath, [join(RELEASE, 'pack/bundle-size.mjs'), project, page])
    const bytes = Number(stdout)
    expect(bytes).toBeGreaterThan(4_000)
    expect(bytes).toBeLessThanOrEqual(CORE_MAX_BYTES)
  })
})
