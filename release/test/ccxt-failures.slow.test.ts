/** The exchange class when something goes wrong: refusals and failures as ccxt's classes, and what nobody knows. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { AtsExchange } from '@ats/ccxt'
import { startFaultProxy, type FaultProxy } from '@ats/test-kit'
import { startEngine, type TestEngine, type Trader } from '../../services/trading-engine/test/support/engine/engine.js'
import { loadCcxtClass, type CcxtClass } from './support/ccxt-class.js'
import { describeInstalled } from './support/installed.js'

const BTC = 'BTC/USD:USD'
type Fields = Record<string, unknown>
type Answer = (request: IncomingMessage, response: ServerResponse, body: Fields) => void

const json =
  (status: number, body: unknown, headers: Record<string, string> = {}): Answer =>
  (_request, response) =>
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))

const TICKERS = {
  crypto: [
    {
      ...{ symbol: 'BTC-USD', base: 'BTC', quote: 'USD', venues: ['GMX'], status: 'OPEN', primary_venue: 'GMX' },
      ...{ tick_size: '0.01', lot_size: '0.00001', max_leverage: '100', min_notional: '1' },
      ...{ taker_fee_rate: '0.0006', maker_fee_rate: '0.0004', maintenance_margin_rate: '0.005', venue_terms: [] },
    },
  ],
}
const ORDER_ROW = {
  ...{ id: 'an-order', client_id: null, symbol: 'BTC-USD', venue: 'GMX', side: 'BUY', kind: 'LIMIT', status: 'OPEN' },
  ...{ quantity: '12345678901234567.123456789', filled_quantity: '0', limit_price: '98765432109876543.01', fees: '0' },
  ...{ remaining_quantity: '12345678901234567.123456789', average_price: null, trigger_price: null, tif: 'GTC' },
  ...{ flags: { post_only: false, reduce_only: false }, created_at: '2026-03-02T12:00:00.123456Z' },
  updated_at: '2026-03-02T12:00:00.123456Z',
}

describeInstalled('failures', () => {
  let loaded: CcxtClass
  let server: Server
  let answer: Answer
  /** Bodies of the orders that have come. */
  let orders: Fields[]

  const make = (url: string, config?: Fields): AtsExchange =>
    loaded.open(url, { 'x-api-key': 'a-key', 'x-api-secret': 'a-secret' }, config)
  const toFake = (config?: Fields): AtsExchange =>
    make(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, { accountId: 'an-account', ...config })
  const place = (exchange: AtsExchange, params: Fields = {}) =>
    exchange.createOrder(BTC, 'limit', 'buy', 1, 100, params)

  beforeAll(async () => {
    loaded = loadCcxtClass()
    server = createServer((request, response) => void serve(request, response))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  })
  beforeEach(() => {
    orders = []
  })
  afterAll(async () => {
    await loaded.close()
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const sent = await text(request)
    const body = (sent === '' ? {} : JSON.parse(sent)) as Fields
    if (request.url?.startsWith('/v1/tickers') === true) return json(200, TICKERS)(request, response, body)
    if (request.url?.startsWith('/v1/account/an-account?') === true)
      return json(200, { id: 'an-account', state: 'ACTIVE' })(request, response, body)
    if (/^\/v1\/orders?[/?]/.test(request.url ?? '') && request.method === 'POST') orders.push(body)
    answer(request, response, body)
  }

  const error = (code: string, more: Fields = {}) => ({
    error: code,
    message: 'words for people',
    request_id: 'r',
    ...more,
  })

  describe('answers of the engine', () => {
    test.each([
      [400, error('invalid_payload', { issues: [{ message: 'quantity is off the lot' }] }), 'InvalidOrder'],
      [400, error('invalid_payload', { candidates: ['BTC-USD'] }), 'BadSymbol'],
      [401, error('unauthorized'), 'AuthenticationError'],
      [403, error('permission_denied'), 'PermissionDenied'],
      [403, error('IP not whitelisted for this API key'), 'PermissionDenied'],
      [404, error('not_found'), 'InvalidOrder'],
      [409, error('conflict', { reason: 'client_id_reuse' }), 'DuplicateOrderId'],
      [409, error('conflict', { reason: 'in_progress' }), 'ExchangeNotAvailable'],
      [409, error('conflict', { reason: 'account_state' }), 'OperationRejected'],
      [409, error('conflict', { reason: 'never heard of' }), 'ExchangeError'],
      [413, error('payload_too_large'), 'InvalidOrder'],
      [
        422,
        error('risk_rejected', { violations: [{ rule: 'insufficient_margin', message: 'words for people' }] }),
        'InsufficientFunds',
      ],
      [429, error('rate_limited'), 'RateLimitExceeded'],
      [500, error('engine_error'), 'ExchangeNotAvailable'],
    ])('%i %j to an order is %s', async (status, body, name) => {
      answer = json(status, body)
      await expect(place(toFake(), { clientOrderId: 'mine' })).rejects.toMatchObject({
        ...{ name, clientOrderId: 'mine' },
        message: expect.stringContaining(body.message) as string,
      })
      expect(orders).toHaveLength(1)
    })

    test.each([
      ['insufficient_margin', 'InsufficientFunds'],
      ['post_only', 'OrderImmediatelyFillable'],
      ['trigger_would_fire', 'OrderImmediatelyFillable'],
      ['market_closed', 'MarketClosed'],
      ['account_state', 'OperationRejected'],
      ['max_drawdown', 'InvalidOrder'],
      ['symbol_exposure_cap', 'InvalidOrder'],
      ['a rule of tomorrow', 'InvalidOrder'],
    ])('an order refused by %s is %s, with all the reasons', async (rule, name) => {
      const violations = [
        { rule, severity: 'SOFT', message: 'this one', limit: '1', value: '2', unit: 'USD' },
        { rule: 'reduce_only', severity: 'SOFT', message: 'and that one' },
      ]
      answer = json(200, { order: null, trades: [], violations, warnings: [] })
      await expect(place(toFake())).rejects.toMatchObject({
        ...{ name, violations },
        message: expect.stringMatching(/this one.*and that one/) as string,
        clientOrderId: expect.stringMatching(/^ccxt-/) as string,
      })
    })

    test('a known refusal is none of the errors that are safe to retry', async () => {
      answer = json(200, { order: null, trades: [], violations: [{ rule: 'max_drawdown', message: 'no' }] })
      await expect(place(toFake())).rejects.not.toBeInstanceOf(loaded.ccxt.OperationFailed)
    })

    test('an order that is not there, and one that has ended, are OrderNotFound', async () => {
      answer = json(404, error('not_found'))
      await expect(toFake().fetchOrder('../x', BTC)).rejects.toMatchObject({ name: 'OrderNotFound' })
      answer = json(409, error('conflict', { reason: 'order_not_working' }))
      await expect(toFake().cancelOrder('x', BTC)).rejects.toMatchObject({ name: 'OrderNotFound' })
      answer = json(200, [])
      await expect(toFake().cancelOrder(undefined, BTC, { clientOrderId: 'none' })).rejects.toMatchObject({
        name: 'OrderNotFound',
      })
    })

    test('an id cannot lead to another path', async () => {
      let url = ''
      answer = (request, response, body) => {
        url = request.url ?? ''
        json(404, error('not_found'))(request, response, body)
      }
      await expect(toFake().cancelOrder('../../x?y#z', BTC)).rejects.toMatchObject({ name: 'OrderNotFound' })
      expect(url).toBe('/v1/account/an-account/orders/..%2F..%2Fx%3Fy%23z/cancel?decimals=string')
    })

    test('Retry-After is told in milliseconds', async () => {
      answer = json(429, error('rate_limited'), { 'Retry-After': '7' })
      await expect(toFake().fetchBalance()).rejects.toMatchObject({ name: 'RateLimitExceeded', retryAfter: 7_000 })
    })

    test('keys go to private endpoints only, and without them nothing is sent', async () => {
      const headers: unknown[] = []
      answer = (request, response, body) => {
        headers.push(request.headers['x-api-secret'])
        json(200, [])(request, response, body)
      }
      await toFake().fetchTrades(BTC)
      await toFake().fetchPositions()
      expect(headers).toEqual([undefined, 'a-secret'])
      await expect(toFake({ secret: undefined }).fetchPositions()).rejects.toMatchObject({
        name: 'AuthenticationError',
      })
    })
  })

  describe('answers of something in between', () => {
    test.each([
      [502, 'ExchangeNotAvailable'],
      [503, 'ExchangeNotAvailable'],
      [504, 'RequestTimeout'],
      [403, 'PermissionDenied'],
      [404, 'BadRequest'],
    ])('a page with the status %i is %s', async (status, name) => {
      answer = (_request, response) =>
        response.writeHead(status, { 'content-type': 'text/html' }).end('<html>no</html>')
      await expect(toFake().fetchBalance()).rejects.toMatchObject({ name })
    })
  })

  describe('an order of which nobody knows', () => {
    const withHeaders = (response: ServerResponse, length: number): ServerResponse =>
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': String(length) })

    test.each<[string, Answer, string]>([
      ['no answer', () => undefined, 'RequestTimeout'],
      ['a reset', (request) => request.socket.destroy(), 'ExchangeNotAvailable'],
      ['an engine error', json(500, error('engine_error')), 'ExchangeNotAvailable'],
      ['a page of a proxy', (_request, response) => response.writeHead(502).end('<html>'), 'ExchangeNotAvailable'],
      ['half an answer', (_request, response) => withHeaders(response, 9).end('{"order":'), 'ExchangeNotAvailable'],
      [
        'an answer that is cut off',
        (_request, response) => withHeaders(response, 90).write('{"order":', () => response.destroy()),
        'ExchangeNotAvailable',
      ],
      ['nothing in it', json(200, ''), 'ExchangeNotAvailable'],
    ])('after %s the error has the id to ask with', async (_title, of, name) => {
      answer = json(200, [])
      const exchange = toFake()
      await exchange.fetchPositions()
      if (name === 'RequestTimeout') exchange.timeout = 2_000 // long enough for the order to arrive
      answer = of
      const failed = place(exchange)
      await expect(failed).rejects.toMatchObject({ name, clientOrderId: expect.stringMatching(/^ccxt-/) as string })
      expect(orders).toHaveLength(1)
      const { clientOrderId, message } = (await failed.catch((caught: unknown) => caught)) as Error & Fields
      expect(clientOrderId).toBe(orders[0]!['client_id'])
      expect(message).toContain(clientOrderId)
    })

    test('a port where nobody listens', async () => {
      answer = json(200, [])
      const exchange = toFake()
      await exchange.fetchPositions()
      exchange.urls['api'] = 'http://127.0.0.1:9'
      await expect(place(exchange)).rejects.toMatchObject({ name: 'ExchangeNotAvailable' })
    })

    test('retries of ccxt’s own go out under one id', async () => {
      answer = (request, response, body) =>
        orders.length < 3
          ? json(500, error('engine_error'))(request, response, body)
          : json(200, { order: ORDER_ROW, trades: [], violations: [] })(request, response, body)
      const exchange = toFake({ options: { maxRetriesOnFailure: 3 } })
      expect(await place(exchange)).toMatchObject({ id: 'an-order', status: 'open' })
      expect(orders).toHaveLength(3)
      expect(new Set(orders.map((body) => body['client_id'])).size).toBe(1)
    })

    test('orders of a lost batch have ids to ask with, and none is said to be placed', async () => {
      answer = (request) => request.socket.destroy()
      const exchange = toFake()
      const order = { symbol: BTC, type: 'limit', side: 'buy', amount: 1, price: 100 } as const
      const failing = exchange.createOrders([order, { ...order, params: { clientOrderId: 'mine' } }])
      const error = await failing.catch((reason: unknown) => reason)
      expect(error).toBeInstanceOf(loaded.ccxt.NetworkError)
      expect(error).toMatchObject({ orders: [], clientOrderIds: [expect.any(String), 'mine'] })
      const ids = (orders[0]!['orders'] as { client_id: string }[]).map(({ client_id }) => client_id)
      expect(error).toMatchObject({ clientOrderIds: ids })
    })

    test('one order of a batch without an outcome says so of that one', async () => {
      const answered = { order: ORDER_ROW, trades: [], violations: [] }
      answer = json(200, {
        results: [
          { status: 200, body: answered },
          { status: 500, body: error('engine_error') },
        ],
      })
      const order = { symbol: BTC, type: 'limit', side: 'buy', amount: 1, price: 100 } as const
      const failing = toFake().createOrders([order, { ...order, params: { clientOrderId: 'mine' } }])
      await expect(failing).rejects.toMatchObject({
        ...{ name: 'ExchangeNotAvailable', clientOrderId: 'mine', orders: [{ id: 'an-order' }] },
      })
    })

    test('each intent has an id of its own', async () => {
      answer = json(200, { order: ORDER_ROW, trades: [], violations: [] })
      const exchange = toFake()
      await place(exchange)
      await place(exchange)
      expect(new Set(orders.map((body) => body['client_id'])).size).toBe(2)
    })

    test('a stop loss goes out with its entry, so that both are there or neither', async () => {
      answer = json(200, { order: ORDER_ROW, children: [{ ...ORDER_ROW, id: 'a-stop' }], trades: [], violations: [] })
      const order = await place(toFake(), { stopLoss: { triggerPrice: 50, triggerPriceType: 'mark' } })
      expect(orders).toMatchObject([{ kind: 'LIMIT', stop_loss: { trigger_price: '50', trigger_by: 'MARK' } }])
      expect(order.info).toMatchObject({ children: [{ id: 'a-stop' }] })
    })
  })

  describe('digits', () => {
    test('17 and more go there and come back', async () => {
      answer = json(200, { order: ORDER_ROW, trades: [], violations: [] })
      const exchange = toFake({ number: String })
      const [amount, price] = ['12345678901234567.12345', '98765432109876543.01']
      const order = await exchange.createOrder(BTC, 'limit', 'buy', amount, price, {
        triggerPrice: '87654321098765432.1',
      })
      expect(orders[0]).toMatchObject({ quantity: amount, price, trigger_price: '87654321098765432.1' })
      expect(order).toMatchObject({ amount: '12345678901234567.123456789', price, filled: '0' })
    })

    test('numbers that are not text keep theirs too', async () => {
      const row =
        '{"currency":"USD","balance":12345678901234567.89,"used_margin":0.10000000000000000001,"reserved_margin":2}'
      answer = (_request, response) => response.writeHead(200, { 'content-type': 'application/json' }).end(row)
      const { USD } = await toFake({ number: String }).fetchBalance()
      expect(USD).toEqual({
        total: '12345678901234567.89',
        used: '2.10000000000000000001',
        free: '12345678901234565.78999999999999999999',
      })
    })
  })

  describe('with a real engine behind a network that fails', () => {
    let engine: TestEngine
    let proxy: FaultProxy
    let trader: Trader

    beforeAll(async () => {
      engine = await startEngine()
      proxy = await startFaultProxy({ targetPort: Number(new URL(engine.baseUrl).port) })
      trader = await engine.trader()
    })
    afterAll(async () => {
      await proxy.close()
      await engine.close()
    })

    test('an answer that is lost after the commit: repeated with its id it is the same one order', async () => {
      const keys = { apiKey: trader.key.headers['x-api-key'], secret: trader.key.headers['x-api-secret'] }
      const exchange = make(`http://127.0.0.1:${proxy.port}`, keys)
      await exchange.fetchBalance()
      await exchange.loadMarkets()
      await proxy.mode({ cutAfterBytes: 40 })
      const lost = (await exchange
        .createOrder(BTC, 'market', 'buy', 0.01)
        .catch((caught: unknown) => caught)) as Error & { clientOrderId: string }
      expect(lost).toBeInstanceOf(loaded.ccxt.ExchangeNotAvailable)
      await proxy.mode('forward')
      const { clientOrderId } = lost
      const found = await exchange.fetchOrder(undefined, BTC, { clientOrderId })
      const repeated = await exchange.createOrder(BTC, 'market', 'buy', 0.01, undefined, { clientOrderId })
      expect(repeated).toMatchObject({ id: found.id, status: 'closed', filled: 0.01 })
      expect(await exchange.fetchOrders()).toHaveLength(1)
      expect((await exchange.fetchPosition(BTC)).contracts).toBe(0.01)
      const other = exchange.createOrder(BTC, 'market', 'buy', 0.02, undefined, { clientOrderId })
      await expect(other).rejects.toMatchObject({ name: 'DuplicateOrderId' })
    })

    test('revoked and unscoped keys', async () => {
      const reader = await engine.trader('standard-100k', { permissions: ['READ_ONLY'] })
      const keys = { apiKey: reader.key.headers['x-api-key'], secret: reader.key.headers['x-api-secret'] }
      const exchange = make(engine.baseUrl, keys)
      await expect(exchange.createOrder(BTC, 'market', 'buy', 0.01)).rejects.toMatchObject({ name: 'PermissionDenied' })
      const wrong = make(engine.baseUrl, { ...keys, secret: `svc_sk_${'0'.repeat(48)}` })
      await expect(wrong.fetchBalance()).rejects.toMatchObject({ name: 'AuthenticationError' })
      await expect(exchange.fetchTicker('NO/SUCH:USD')).rejects.toMatchObject({ name: 'BadSymbol' })
    })
  })
})
