/** The reader of docs/STREAMS.md, run as it is there, against an engine that is killed and replaced. */
import { spawn, type ChildProcess } from 'node:child_process'
import { join } from 'node:path'
import { findFreePort } from '@ats/test-kit'
import { startEngine, type TestEngine, type Trader } from '../support/engine/engine.js'
import { startEngineProcess, type EngineProcess } from '../support/engine/engine-process.js'
import { pollUntil } from '../support/poll-until.js'

const EXAMPLE = join(__dirname, '../..', '..', '..', 'docs', 'examples', 'stream-reader.mjs')

let engine: TestEngine
let trader: Trader
let reader: ChildProcess | undefined
let serving: EngineProcess | undefined

beforeAll(async () => {
  engine = await startEngine({ LOG_LEVEL: 'warn' })
  trader = await engine.trader()
})
afterAll(async () => {
  reader?.kill()
  await serving?.kill()
  await engine.close()
})

test('it prints every event once, in order, though the engine that it reads is killed', async () => {
  const port = await findFreePort()
  const serve = async () =>
    (serving = await startEngineProcess({
      ...{ role: 'api', databaseUrl: engine.databaseUrl, wallet: engine.wallet, port },
    }))
  const { key, secret } = trader.key
  const env = { KEY: key, SECRET: secret, ACCOUNT: trader.accountId, ENGINE: `http://127.0.0.1:${port}` }
  await serve()
  let output = ''
  reader = spawn(process.execPath, [EXAMPLE], { env })
  reader.stdout?.on('data', (bytes: Buffer) => (output += bytes.toString()))
  const printed = () => [...output.matchAll(/^account (\d+) \{/gm)].map(([, id]) => Number(id))
  const untilPrinted = (sequence: number) =>
    pollUntil(
      () => Promise.resolve(printed()),
      (ids) => (ids.at(-1) ?? 0) >= sequence,
    )
  const place = () => trader.place({ symbol: 'BTC-USD', side: 'BUY', kind: 'MARKET', quantity: 0.001 })

  await place()
  await untilPrinted(2)
  await serving?.kill()
  await place()
  await serve()
  await place()
  await untilPrinted(6)
  expect(printed()).toEqual([1, 2, 3, 4, 5, 6])
  await pollUntil(
    () => Promise.resolve(output),
    (text) => text.includes('\nsummary '),
  )
})
