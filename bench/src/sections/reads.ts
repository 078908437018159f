import { join } from 'node:path'
import { observe, withEngine, type Bench, type EngineUnderTest } from '../bench.js'
import { startNodeProcess } from '../servers/node-process.js'
import { CONNECTIONS, getting, placing, reading, warm } from './contenders.js'
import { runRounds } from './rounds.js'
import { RATIO, type Section, type SectionResult } from './section.js'

const PRICE_PATH = '/v1/price?symbol=BTC-USD'
const PRICE = 'GET price'
const EXPRESS = 'stock Express, a constant'
const ACCOUNT = 'GET account'

export const readsSection: Section = {
  name: 'reads',
  title: `account reads and market data, ${CONNECTIONS} connections`,
  run: (bench) => withEngine(bench, { accounts: bench.scale.accounts }, (engine) => compareReads(bench, engine)),
}

async function compareReads(bench: Bench, engine: EngineUnderTest): Promise<SectionResult> {
  await warm(bench, engine)
  const price = await (await fetch(`http://127.0.0.1:${engine.port}${PRICE_PATH}`)).text()
  const constant = await startNodeProcess(bench.servers, {
    name: 'constant',
    entry: join(__dirname, '..', 'baseline', 'constant-process.js'),
    environment: { BODY: price, NODE_ENV: 'production' },
    isProbed: true,
    readyPath: '/v1/price',
  })
  try {
    const account = '/v1/account/{account}'
    const rounds = await runRounds(bench, [
      getting(bench, engine, PRICE, PRICE_PATH),
      getting(
        bench,
        { port: constant.port, users: engine.users, observed: observe(bench, constant) },
        EXPRESS,
        PRICE_PATH,
      ),
      reading(bench, engine, ACCOUNT, account),
      reading(bench, engine, 'GET account summary', `${account}/summary`),
      reading(bench, engine, 'GET positions', `${account}/positions`),
      reading(bench, engine, 'GET working orders', `${account}/orders`),
      getting(bench, engine, 'GET orderbook', '/v1/orderbook?symbol=BTC-USD&depth=20'),
      placing(bench, engine),
    ])
    const ratios = [
      rounds.ratio(RATIO.priceToExpress, PRICE, EXPRESS),
      rounds.ratio(RATIO.accountToPrice, ACCOUNT, PRICE),
    ]
    return { cells: rounds.cells, ratios, notes: [] }
  } finally {
    await constant.stop()
  }
}
