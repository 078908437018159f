/** The exchange class as it is published: its package, and projects that use it beside the real ccxt. */
import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describeInstalled, RELEASE, ROOT } from '../support/installed.js'

const run = promisify(execFile)

describeInstalled('the published exchange class', () => {
  let project: string
  let server: Server

  beforeAll(async () => {
    // publint and arethetypeswrong find nothing, or this fails with what they say.
    const { stdout } = await run(process.execPath, ['release/pack.mjs', 'ccxt'], { cwd: ROOT })
    project = mkdtempSync(join(tmpdir(), 'ccxt-consumer-'))
    const target = join(project, 'node_modules/@ats/ccxt')
    mkdirSync(target, { recursive: true })
    await run('tar', ['-xzf', stdout.trim(), '-C', target, '--strip-components=1'])
    symlinkSync(join(RELEASE, 'node_modules/ccxt'), join(project, 'node_modules/ccxt'))
    server = createServer((_request, response) => response.end('{"server_time":"2026-03-02T12:00:00.000Z"}'))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  })
  afterAll(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
    rmSync(project, { recursive: true, force: true })
  })

  const BOT = `
    const exchange = new AtsExchange({ urls: { api: process.argv[2] } })
    exchange.fetchTime().then((time) => {
      console.log(time, exchange instanceof Exchange, exchange.has['watchOrders'])
      process.exit(0)
    })`

  test.each([
    ['bot.mjs', `import { AtsExchange } from '@ats/ccxt'\nimport { Exchange } from 'ccxt'`],
    ['bot.cjs', `const { AtsExchange } = require('@ats/ccxt')\nconst { Exchange } = require('ccxt')`],
  ])('%s runs, on one and the same ccxt', async (file, imports) => {
    writeFileSync(join(project, file), imports + BOT)
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const { stdout } = await run(process.execPath, [file, url], { cwd: project })
    expect(stdout.trim()).toBe(`${Date.parse('2026-03-02T12:00:00Z')} true true`)
  })

  test('a strict TypeScript project compiles, with the types of ccxt itself', async () => {
    const text = `
      import { AtsExchange } from '@ats/ccxt'
      import type { Order } from 'ccxt'
      const exchange = new AtsExchange({ apiKey: 'a', secret: 'b' })
      export const order: Promise<Order> = exchange.createOrder('BTC/USD:USD', 'limit', 'buy', '0.1', '1')
      // @ts-expect-error: a symbol is text.
      void exchange.fetchTicker(7)`
    writeFileSync(join(project, 'bot.mts'), text)
    const options = ['--noEmit', '--strict', '--skipLibCheck', '--target', 'es2022', '--module', 'nodenext']
    const compiler = join(ROOT, 'node_modules/typescript/bin/tsc')
    const { stdout } = await run(process.execPath, [compiler, ...options, 'bot.mts'], { cwd: project })
    expect(stdout).toBe('')
  })
})
