/**
 * Bot → engine → wallet → SQL in one trace, over two processes and a collector; no trace where no collector is
 * configured.
 */
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { untilAnswered } from '../../services/trading-engine/test/support/engine/until-answered.js'
import { startServices, type RunningServices, type Trader } from './support/running-services.js'
import { startTraceCollector, type CollectedSpan, type TraceCollector } from './support/trace-collector.js'

const NODE_ARGS = ['--require', join(__dirname, 'support', 'list-loaded.cjs')]
const ORDER = { symbol: 'BTC-USD', side: 'BUY', kind: 'MARKET', quantity: 0.01 }

const hex = (bytes: number): string => randomBytes(bytes).toString('hex')

type Line = Readonly<Record<string, unknown>>

/** The lines of a service that are wanted, once there are some. */
async function linesOf(read: () => readonly Line[], isWanted: (line: Line) => boolean): Promise<readonly Line[]> {
  const deadline = Date.now() + 60_000
  while (!read().some(isWanted) && Date.now() < deadline) await sleep(20)
  return read().filter(isWanted)
}

const traced = (traceId: string, spanId = hex(8), flags = '01') => ({ traceparent: `00-${traceId}-${spanId}-${flags}` })

describe('with a collector', () => {
  let collector: TraceCollector
  let services: RunningServices
  let trader: Trader

  beforeAll(async () => {
    collector = await startTraceCollector()
    // Nothing is traced but what its caller traces.
    const environment = { OTEL_EXPORTER_OTLP_ENDPOINT: `${collector.url}/`, OTEL_TRACES_SAMPLER_ARG: '0' }
    services = await startServices({ environment, nodeArgs: NODE_ARGS })
    trader = await services.trader()
  })

  afterAll(async () => {
    await services.stop()
    await collector.close()
  })

  const place = (headers: Readonly<Record<string, string>>, on = trader) =>
    on.send('POST', '/v1/order', { account_id: on.accountId, ...ORDER }, headers)

  /** The ids under which an order was placed: each attempt is a trace of its own. */
  async function placeTraced(on = trader): Promise<{ readonly traceId: string; readonly botSpan: string }> {
    let [traceId, botSpan] = ['', '']
    const { status } = await untilAnswered(() => {
      ;[traceId, botSpan] = [hex(16), hex(8)]
      return place(traced(traceId, botSpan), on)
    })
    expect(status).toBe(200)
    return { traceId, botSpan }
  }

  const ofTrace = (traceId: string) => (span: CollectedSpan) => span.traceId === traceId

  /** From a span up to the first of its trace that was collected. */
  const pathTo = (span: CollectedSpan, spans: readonly CollectedSpan[]): readonly string[] => {
    const above = spans.find(({ spanId }) => spanId === span.parentSpanId)
    return [...(above === undefined ? [] : pathTo(above, spans)), `${span.service}: ${span.name}`]
  }

  const pathsOf = (spans: readonly CollectedSpan[]): readonly string[] =>
    spans.map((span) => pathTo(span, spans).join(' → '))

  it('makes one trace of an order, from its bot to what was written', async () => {
    const { traceId, botSpan } = await placeTraced()
    const toWallet = 'trading-engine: POST /v1/order → trading-engine: ask wallet → wallet: POST /api/api-keys/validate'
    const toBatch = 'trading-engine: POST /v1/order → trading-engine: command place_order → trading-engine: write batch'

    // A span is sent when it has ended, and thus those within it earlier, maybe with another batch.
    const isWhole = (spans: readonly CollectedSpan[]) => {
      const paths = pathsOf(spans.filter(ofTrace(traceId)))
      return [`${toWallet} → wallet: postgres `, `${toBatch} → trading-engine: postgres `].every((start) =>
        paths.some((path) => path.startsWith(start)),
      )
    }
    const spans = (await collector.until(isWhole)).filter(ofTrace(traceId))
    const first = spans.find(({ name }) => name === 'POST /v1/order')!
    expect(first).toMatchObject({ parentSpanId: botSpan, service: 'trading-engine', isFailed: false })
    expect(first.attributes).toMatchObject({ 'http.route': '/v1/order', 'http.response.status_code': 200 })
    const paths = pathsOf(spans)
    expect(paths).toContain(toWallet)
    expect(paths.filter((path) => path.startsWith(`${toWallet} → wallet: postgres `))).not.toEqual([])
    expect(paths).toContain(toBatch)
    expect(paths.filter((path) => path.startsWith(`${toBatch} → trading-engine: postgres `))).toHaveLength(1)
  })

  it('keeps the traces of orders apart that one statement writes, and links them', async () => {
    const traders = await Promise.all(Array.from({ length: 4 }, () => services.trader()))
    const placed = await Promise.all(traders.map(placeTraced))
    const ids = placed.map(({ traceId }) => traceId)

    const commandsOf = (spans: readonly CollectedSpan[]) =>
      spans.filter(({ name, traceId }) => name === 'command place_order' && ids.includes(traceId))
    const isWhole = (spans: readonly CollectedSpan[]) => {
      const linked = spans.filter(({ name }) => name === 'write batch').flatMap(({ links }) => links)
      return commandsOf(spans).length === ids.length && ids.every((id) => linked.some(({ traceId }) => traceId === id))
    }
    const spans = await collector.until(isWhole)
    for (const command of commandsOf(spans)) {
      expect(command.links).toHaveLength(1)
      const batch = spans.find(({ spanId }) => spanId === command.links[0]!.spanId)!
      expect(batch).toMatchObject({ name: 'write batch', attributes: { writes: batch.links.length } })
      expect(batch.links).toContainEqual(expect.objectContaining({ traceId: command.traceId, spanId: command.spanId }))
      // It is in the trace of the first of them.
      expect(batch.parentSpanId).toBe(batch.links[0]!.spanId)
    }
  })

  it('tells of a fault as one, and of a refusal not', async () => {
    const path = `/v1/account/${trader.accountId.replace(/.$/, '0')}/positions`
    let traceId = ''
    const missing = await untilAnswered(() => {
      traceId = hex(16)
      return trader.send('GET', path, undefined, traced(traceId))
    })
    expect([404, 200]).toContain(missing.status)
    const spans = await collector.until((all) => {
      const own = all.filter(ofTrace(traceId))
      return own.some(({ name }) => name.startsWith('GET ')) && own.some(({ service }) => service === 'wallet')
    })
    expect(spans.filter(ofTrace(traceId)).filter(({ isFailed }) => isFailed)).toEqual([])
  })

  it('follows nobody whose caller traces nothing, and no header that cannot be read', async () => {
    const unwanted = hex(16)
    await place(traced(unwanted, hex(8), '00'))
    for (const traceparent of ['', 'nonsense', `00-${'0'.repeat(32)}-${hex(8)}-01`, `ff-${hex(16)}-${hex(8)}-01`])
      expect((await untilAnswered(() => place({ traceparent }))).status).toBe(200)
    const last = hex(16)
    await place(traced(last))
    const isThere = (spans: readonly CollectedSpan[]) =>
      spans.some(({ name, traceId }) => traceId === last && name === 'POST /v1/order')
    const spans = await collector.until(isThere)
    expect(spans.filter(ofTrace(unwanted))).toEqual([])
    // The share is 0, so whatever was traced was asked for.
    expect(spans.filter(({ parentSpanId, name }) => !parentSpanId && name !== 'webhook attempt')).toEqual([])
  })

  it('writes both ids on every line of a request', async () => {
    let [traceId, requestId] = ['', '']
    const { headers } = await untilAnswered(() => {
      ;[traceId, requestId] = [hex(16), `order-of-mine-${hex(4)}`]
      return place({ ...traced(traceId), 'x-request-id': requestId })
    })
    expect(headers.get('x-request-id')).toBe(requestId)
    const isOfRequest = ({ request_id: id }: Line) => id === requestId
    expect(await linesOf(() => services.logged('trading-engine'), isOfRequest)).toEqual([
      expect.objectContaining({ trace_id: traceId, route: '/v1/order', status: 200 }),
    ])
    expect(
      await linesOf(
        () => services.logged('wallet'),
        ({ trace_id: id }) => id === traceId,
      ),
    ).toEqual([expect.objectContaining({ route: '/api/api-keys/validate' })])
  })

  it('sends no secrets, and nothing that a caller wrote', async () => {
    await place({ ...traced(hex(16)), 'x-request-id': 'svc_sk_0000' })
    const text = collector.requests.map((request) => request.text).join('\n')
    expect(text).toContain('POST /v1/order')
    expect(text).not.toMatch(/svc_(ak|sk)_[0-9a-f]{48}/)
    expect(text).not.toContain('b7f3c1d09e5a48626f0d1c2b3a495867')
    expect(text).not.toContain(trader.accountId)
    expect(new Set(collector.requests.map(({ path }) => path))).toEqual(new Set(['/v1/traces']))
  })
})

it('sends what is left when it is told to stop, and a collector that is gone holds nobody up', async () => {
  const collector = await startTraceCollector()
  const environment = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url }
  const services = await startServices({ environment, nodeArgs: NODE_ARGS })
  const [first, last] = [hex(16), hex(16)]
  const trader = await services.trader()
  const price = (id: string) => trader.send('GET', '/v1/price?symbol=BTC-USD', undefined, traced(id))
  await price(first)
  await collector.until((spans) => spans.some(({ traceId }) => traceId === first))
  await price(last)
  expect(await services.stop()).toEqual({ wallet: 0, 'trading-engine': 0 })
  expect(collector.spans().some(({ traceId }) => traceId === last)).toBe(true)
  expect(services.complained('trading-engine')).toContain('sdk-trace')
  await collector.close()

  const alone = await startServices({ environment })
  const other = await alone.trader()
  expect((await untilAnswered(() => other.send('GET', '/v1/price?symbol=BTC-USD'))).status).toBe(200)
  expect(await alone.stop()).toEqual({ wallet: 0, 'trading-engine': 0 })
})

it('loads nothing of it without a collector, and logs the trace of a caller all the same', async () => {
  const services = await startServices({ nodeArgs: NODE_ARGS })
  const trader = await services.trader()
  const traceId = hex(16)
  await trader.send('POST', '/v1/order', { account_id: trader.accountId, ...ORDER }, traced(traceId))
  const lines = await linesOf(
    () => services.logged('trading-engine'),
    ({ trace_id: id }) => id === traceId,
  )
  await services.stop()
  expect(lines).toHaveLength(1)
  // The library of the metrics asks for the interfaces, which trace nothing by themselves.
  for (const service of ['wallet', 'trading-engine'] as const)
    expect(services.complained(service)).toBe('loaded of OpenTelemetry: api\n')
})
