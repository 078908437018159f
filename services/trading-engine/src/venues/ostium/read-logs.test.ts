/** Logs made by hand from the signatures, with no chain: what each means, and for which wallet. */
import type { AbiEvent } from 'viem'
import { decodeFunctionData, encodeAbiParameters, encodeEventTopics, encodeFunctionResult } from 'viem/utils'
import { decimal } from '../../core/values/decimal.js'
import type { VenueRequest } from '../../core/model/live/venue-request.js'
import type { ChainLog, Hex, PlacedLog } from '../port.js'
import { EVENTS_ABI, VIEWS_ABI } from './abi.js'
import { ARBITRUM_ONE as VENUE } from './deployment.js'
import { readLogs } from './read-logs.js'

const WALLET = '0x00000000000000000000000000000000000000aa'
const OTHER = '0x00000000000000000000000000000000000000bb'
const NOBODY = '0x0000000000000000000000000000000000000000'
const GOLD = 5
const BLOCK = 100

type Values = Readonly<Record<string, unknown>>
interface Place {
  readonly tx?: Hex
  readonly block?: number
  readonly address?: Hex
}

/** An event by its name and values; one of two with the same name by the values that it has. */
function log(name: string, values: Values, { tx = '0x01', block = BLOCK, address }: Place = {}): ChainLog {
  const event = (EVENTS_ABI as readonly AbiEvent[]).find(
    (item) => item.type === 'event' && item.name === name && item.inputs.length === Object.keys(values).length,
  )
  if (event === undefined) throw new Error(`no event ${name} has these values`)
  const plain = event.inputs.filter((input) => input.indexed !== true)
  return {
    ...{ chainId: VENUE.chainId, block, blockHash: `0x${block}`, txHash: tx, logIndex: 0 },
    address:
      address ?? (/Initiated|Placed|Updated|OpenLimitCanceled|Timeout/.test(name) ? VENUE.trading : VENUE.callbacks),
    topics: encodeEventTopics({ abi: [event], eventName: name, args: values }) as Hex[],
    data: encodeAbiParameters(
      plain,
      plain.map((input) => values[input.name ?? '']),
    ),
  }
}

/** Views by name; what none is given for is empty. */
type Views = Readonly<Record<string, (args: readonly unknown[], block: number) => unknown>>

const read = (
  logs: readonly ChainLog[],
  { views = {}, request }: { views?: Views; request?: VenueRequest['action'] } = {},
): Promise<PlacedLog[]> =>
  readLogs(VENUE, logs, new Set([WALLET]), {
    requestOf: () => (request === undefined ? undefined : ({ action: request } as VenueRequest)),
    at: (block) => ({
      block,
      balance: () => Promise.reject(new Error('nobody asks for balances')),
      call: (_to, data) => {
        const { functionName, args = [] } = decodeFunctionData({ abi: VIEWS_ABI, data })
        const answer = views[functionName]
        if (answer === undefined) return Promise.reject(new Error(`${functionName} of block ${block} is not there`))
        const result = { abi: VIEWS_ABI, functionName, result: answer(args, block) }
        return Promise.resolve(encodeFunctionResult(result as Parameters<typeof encodeFunctionResult>[0]))
      },
    }),
  })

const TRADE = {
  ...{ collateral: 396_000_000n, openPrice: decimal('2000'), tp: 0n, sl: 0n, trader: WALLET, leverage: 1000 },
  ...{ pairIndex: GOLD, index: 1, buy: true },
}
const INFO = {
  ...{ tradeId: 7n, oiNotional: decimal('1.98'), initialLeverage: 1000, tpLastUpdated: 1, slLastUpdated: 1 },
  ...{ createdAt: 1, beingMarketClosed: true },
}
const EMPTY_INFO = { ...INFO, tradeId: 0n, oiNotional: 0n }
const NO_ORDER = [0n, 0n, 0, { ...TRADE, trader: NOBODY, pairIndex: 0 }, 0]

/** A market close of trade 7, which is in slot 1 of gold one block earlier. */
const HELD: Views = {
  maxTradesPerPair: () => 3,
  reqID_pendingMarketOrder: () => [90n, 0n, 0, { ...TRADE, leverage: 0 }, 10_000],
  reqID_pendingAutomationOrder: () => [NOBODY, 0, 0, 0],
  getOpenTrade: () => TRADE,
  getOpenTradeInfo: ([, pair, index], block) =>
    block === BLOCK - 1 && pair === GOLD && index === 1 ? INFO : EMPTY_INFO,
}

const carried = (values: Values = {}) =>
  log('FeesCharged', {
    ...{ orderId: 12n, tradeId: 7n, trader: WALLET, rolloverFees: 1_234_567n, fundingFees: -89n },
    ...values,
  })
const closed = (values: Values = {}) =>
  log('MarketCloseExecutedV2', {
    ...{ orderId: 12n, tradeId: 7n, price: decimal('2100'), priceImpactP: 0n, percentProfit: 50_000_000n },
    ...{ usdcSentToTrader: 0n, percentageClosed: 10_000n },
    ...values,
  })

describe('requests', () => {
  test.each<[string, Values, string]>([
    ['MarketOpenOrderInitiated', { orderId: 12n, trader: WALLET, pairIndex: GOLD }, '12'],
    ['OpenLimitPlaced', { trader: WALLET, pairIndex: GOLD, index: 3 }, '5:3'],
    [
      'MarketCloseOrderInitiatedV2',
      { orderId: 13n, tradeId: 7n, trader: WALLET, pairIndex: GOLD, closePercentage: 10_000 },
      '13',
    ],
  ])('%s says that the venue has it', async (name, values, venueOrderId) => {
    expect(await read([log(name, values)])).toMatchObject([{ kind: 'accepted', wallet: WALLET, venueOrderId }])
    expect(await read([log(name, { ...values, trader: OTHER })])).toEqual([])
    expect(await read([log(name, values, { address: OTHER })])).toEqual([])
  })

  test('a part close has its oracle fee, and of its own trade only', async () => {
    const initiated = { orderId: 13n, tradeId: 7n, trader: WALLET, pairIndex: GOLD, closePercentage: 5_000 }
    const fee = (tradeId: bigint, amount: bigint, tx?: Hex) =>
      log(
        'OracleFeeCharged',
        { tradeId, trader: WALLET, pairIndex: GOLD, amount },
        { address: VENUE.trading, ...(tx && { tx }) },
      )
    const logs = [fee(7n, 100_000n), fee(8n, 5n), fee(7n, 9n, '0x02'), log('MarketCloseOrderInitiatedV2', initiated)]
    expect(await read(logs)).toMatchObject([{ kind: 'accepted', venueOrderId: '13', fee: decimal('0.1') }])
  })

  const CLOSE = { kind: 'close', type: 'TAKE_PROFIT' } as VenueRequest['action']
  const UPDATE = { kind: 'update' } as VenueRequest['action']
  test.each<[string, bigint, VenueRequest['action'] | undefined, string]>([
    ['placed', 1n, CLOSE, 'accepted'],
    ['moved', 1n, UPDATE, 'updated'],
    ['withdrawn', 0n, UPDATE, 'cancelled'],
  ])('an exit is %s', async (_name, newTp, request, kind) => {
    const event = log('TpUpdated', { tradeId: 7n, trader: WALLET, pairIndex: GOLD, index: 1, newTp })
    const [meaning] = await read([event], request && { request })
    expect(meaning).toMatchObject({ kind, venueOrderId: 'tp:5' })
  })

  test.each([
    ['TpUpdated', { newTp: decimal('2400') }, { takeProfit: decimal('2400') }],
    ['SlUpdated', { newSl: decimal('1900') }, { stopLoss: decimal('1900') }],
    ['SlUpdated', { newSl: 0n }, { stopLoss: null }],
  ])('a level that the owner of the wallet has set by hand is told: %s', async (name, level, expected) => {
    const event = log(name, { tradeId: 7n, trader: WALLET, pairIndex: GOLD, index: 1, ...level })
    const levels = { venue: 'OSTIUM', symbol: 'XAU-USD', by: 'wallet', ...expected }
    expect(await read([event])).toMatchObject([{ kind: 'levels', wallet: WALLET, levels }])
    expect(await read([log(name, { tradeId: 7n, trader: OTHER, pairIndex: GOLD, index: 1, ...level })])).toEqual([])
  })

  test.each([
    ['kept', decimal('1950'), decimal('1950')],
    ['set to 0, which is none', 0n, null],
  ])('a removal of collateral tells the levels that its trade has then: a stop that is %s', async (_, sl, stopLoss) => {
    const values = { orderId: 15n, tradeId: 7n, trader: WALLET, pairIndex: GOLD, removeAmount: 100_000_000n }
    const event = log('RemoveCollateralExecuted', { ...values, leverage: 2_000, tp: decimal('2900'), sl })
    expect(await read([event])).toMatchObject([
      { kind: 'collateral', venueOrderId: '15', change: { tradeId: '7', amount: decimal('-100') } },
      { kind: 'levels', levels: { symbol: 'XAU-USD', takeProfit: decimal('2900'), stopLoss, by: 'venue' } },
    ])
    const others = log('RemoveCollateralExecuted', { ...values, trader: OTHER, leverage: 2_000, tp: 1n, sl })
    expect(await read([others])).toEqual([])
  })

  test('a removal’s fee is in no log, so it is read', async () => {
    const event = log('RemoveCollateralInitiated', {
      ...{ tradeId: 7n, orderId: 15n, trader: WALLET, pairIndex: GOLD, removeAmount: 1n },
    })
    const views: Views = { pairOracleFee: (_args, block) => (block === BLOCK ? 100_000n : 0n) }
    expect(await read([event], { views })).toMatchObject([
      { kind: 'accepted', venueOrderId: '15', fee: decimal('0.1') },
    ])
  })
})

describe('openings', () => {
  const executed = { orderId: 7n, t: TRADE, priceImpactP: 0n, tradeNotional: decimal('1.98') }
  const fees = [
    log('DevFeeCharged', { tradeId: 7n, trader: WALLET, amount: 2_800_000n }),
    log('VaultOpeningFeeCharged', { tradeId: 7n, trader: WALLET, amount: 1_200_001n }),
    log('DevFeeCharged', { tradeId: 8n, trader: OTHER, amount: 5n }),
  ]

  test.each<[string, Values, string]>([
    ['MarketOpenExecuted', executed, '7'],
    ['LimitOpenExecuted', { ...executed, limitIndex: 3n }, '5:3'],
  ])('%s fills as the contract counts it', async (name, values, venueOrderId) => {
    const [fill, levels] = await read([...fees, log(name, values)])
    expect(levels).toMatchObject({ kind: 'levels', levels: { takeProfit: null, stopLoss: null, by: 'venue' } })
    expect(fill).toMatchObject({
      kind: 'executed',
      venueOrderId,
      cause: 'order',
      fill: {
        ...{ symbol: 'XAU-USD', side: 'BUY', isClosing: false, quantity: decimal('1.98'), price: decimal('2000') },
        ...{ collateral: decimal('396'), collateralChange: decimal('396') },
        ...{ charges: { fees: decimal('-4.000001'), oracleFees: 0n, execution: 0n }, payout: null, tradeId: '7' },
      },
    })
  })

  test('what v3 takes of the collateral as well is a fee of the fill: the builder’s, and the oracle’s', async () => {
    const also = [
      log('OracleFeeCharged', { tradeId: 7n, trader: WALLET, amount: 100_000n }),
      log('BuilderFeeCharged', { tradeId: 7n, trader: WALLET, builder: OTHER, amount: 2_500_000n }),
      log('BuilderFeeCharged', { tradeId: 8n, trader: OTHER, builder: OTHER, amount: 7n }),
    ]
    const [fill] = await read([...fees, ...also, log('MarketOpenExecuted', executed)])
    expect(fill).toMatchObject({ fill: { charges: { fees: decimal('-6.500001'), oracleFees: decimal('-0.1') } } })
  })

  test('a short sells; another’s is not ours', async () => {
    const [fill] = await read([log('MarketOpenExecuted', { ...executed, t: { ...TRADE, buy: false } })])
    expect(fill).toMatchObject({ fill: { side: 'SELL' } })
    expect(await read([log('MarketOpenExecuted', { ...executed, t: { ...TRADE, trader: OTHER } })])).toEqual([])
  })

  const WORDS = [
    'NONE', 'PAUSED', 'MARKET_CLOSED', 'SLIPPAGE', 'TP_REACHED', 'SL_REACHED', 'EXPOSURE_LIMITS', 'PRICE_IMPACT',
    'MAX_LEVERAGE', 'NO_TRADE', 'UNDER_LIQUIDATION', 'NOT_HIT', 'GAIN_LOSS', 'DAY_TRADE_NOT_ALLOWED',
    'CLOSE_DAY_TRADE_NOT_ALLOWED',
  ] // prettier-ignore
  test.each(WORDS.map((word, code) => [word, code] as const))('cancelled for %s, less its fee', async (word, code) => {
    const logs = [
      log('OracleFeeCharged', { tradeId: 12n, trader: WALLET, amount: 100_000n }),
      log('MarketOpenCanceled', { orderId: 12n, trader: WALLET, pairIndex: 5n, cancelReason: code }),
    ]
    const expected = { kind: 'cancelled', venueOrderId: '12', reason: word, fee: decimal('0.1') }
    expect(await read(logs)).toMatchObject([expected])
  })

  test('a bot’s failed attempt is no event of the order, which stays', async () => {
    const opening = { orderId: 12n, trader: WALLET, pairIndex: 5n, cancelReason: 11 }
    const closing = { orderId: 12n, tradeId: 7n, trader: WALLET, pairIndex: 5n, orderType: 0, cancelReason: 11 }
    expect(
      await read([log('AutomationOpenOrderCanceled', opening), log('AutomationCloseOrderCanceled', closing)]),
    ).toEqual([])
  })
})

describe('closings', () => {
  test('the trade is read one block earlier, and the numbers add up to the payout', async () => {
    const [meaning] = await read([carried(), closed({ usdcSentToTrader: 592_765_522n })], { views: HELD })
    expect(meaning).toMatchObject({
      kind: 'executed',
      venueOrderId: '12',
      cause: 'order',
      fill: {
        ...{ symbol: 'XAU-USD', side: 'SELL', isClosing: true, quantity: decimal('1.98'), price: decimal('2100') },
        ...{ realizedPnl: decimal('198'), collateral: 0n, collateralChange: decimal('-396') },
        charges: { rollover: decimal('-1.234567'), funding: decimal('0.000089'), fees: 0n },
        ...{ payout: decimal('592.765522'), tradeId: '7' },
      },
    })
  })

  test('later contracts say fees for time by another event, and rollover may be earned', async () => {
    const values = { orderId: 12n, tradeId: 7n, trader: WALLET, rolloverFees: -1_000_000n, fundingFees: -89n }
    const later = log('FeesChargedV2', values)
    const [meaning] = await read([later, closed({ usdcSentToTrader: 595_000_089n })], { views: HELD })
    expect(meaning).toMatchObject({
      kind: 'executed',
      fill: {
        charges: { rollover: decimal('1'), funding: decimal('0.000089'), fees: 0n },
        realizedPnl: decimal('198'),
      },
    })
  })

  test('a part releases what the contract rounds down to', async () => {
    const logs = [
      carried({ rolloverFees: 1n, fundingFees: 0n }),
      closed({ percentageClosed: 3_333n, usdcSentToTrader: 197_980_199n }),
    ]
    const [meaning] = await read(logs, { views: HELD })
    expect(meaning).toMatchObject({
      fill: {
        ...{ quantity: decimal('0.659934'), collateralChange: decimal('-131.9868'), collateral: decimal('264.0132') },
        ...{ realizedPnl: decimal('65.9934'), charges: { rollover: decimal('-0.000001') } },
      },
    })
  })

  test.each([
    [0, 'take_profit', 'tp:5'],
    [1, 'stop_loss', 'sl:5'],
    [2, 'liquidation', null],
    [4, 'day_trading_end', null],
  ])('automation %i is a %s', async (orderType, cause, venueOrderId) => {
    const views: Views = {
      ...HELD,
      reqID_pendingMarketOrder: () => NO_ORDER,
      reqID_pendingAutomationOrder: () => [WALLET, GOLD, 1, orderType],
    }
    const event = {
      ...{ orderId: 12n, tradeId: 7n, orderType, price: decimal('1900'), priceImpactP: 0n },
      ...{ percentProfit: -50_000_000n, usdcSentToTrader: 0n },
    }
    const [meaning] = await read([carried(), log('LimitCloseExecuted', event)], { views })
    // What was left of the collateral is the venue's when it liquidates.
    expect(meaning).toMatchObject({
      cause,
      venueOrderId,
      fill: { payout: 0n, realizedPnl: decimal('-198'), charges: { fees: decimal('-196.765522') } },
    })
  })

  test('asked for and answered in one block: the trade is sought in every pair', async () => {
    const views: Views = { ...HELD, reqID_pendingMarketOrder: () => NO_ORDER }
    expect(await read([carried(), closed()], { views })).toMatchObject([{ fill: { symbol: 'XAU-USD' } }])
  })

  test('opened and closed in one block: nothing needs to be read', async () => {
    const opened = { orderId: 7n, t: { ...TRADE, buy: false }, priceImpactP: 0n, tradeNotional: decimal('1.98') }
    const logs = [log('MarketOpenExecuted', opened, { tx: '0x02' }), carried(), closed()]
    expect(await read(logs)).toMatchObject([
      { fill: { side: 'SELL' } },
      { kind: 'levels' },
      { fill: { side: 'BUY', quantity: decimal('1.98') } },
    ])
  })

  test('collateral added earlier in the block is closed, too', async () => {
    const added = { tradeId: 7n, trader: WALLET, pairIndex: GOLD, topUpAmount: 4_000_000n, newLeverage: 990 }
    const logs = [log('TopUpCollateralExecuted', added, { address: VENUE.trading }), carried(), closed()]
    expect(await read(logs, { views: HELD })).toMatchObject([
      { kind: 'collateral', change: { symbol: 'XAU-USD', tradeId: '7', amount: decimal('4') } },
      { fill: { collateralChange: decimal('-400') } },
    ])
  })

  test('a trade that nobody knows is a broken promise, not a fill', async () => {
    const views: Views = { ...HELD, getOpenTradeInfo: () => EMPTY_INFO }
    await expect(read([carried(), closed()], { views })).rejects.toThrow('trade 7 that was closed in block 100')
  })

  test('another’s is not read at all', async () => {
    expect(await read([carried({ trader: OTHER }), closed()])).toEqual([])
  })

  test('cancelled without a trade: by the order’s id', async () => {
    const event = { orderId: 12n, tradeId: 0n, trader: WALLET, pairIndex: 5n, index: 1n, cancelReason: 9 }
    const expected = { kind: 'cancelled', venueOrderId: '12', reason: 'NO_TRADE', fee: 0n }
    expect(await read([log('MarketCloseCanceled', event)])).toMatchObject([expected])
  })
})

describe('time-outs', () => {
  const order = { block: 60n, wantedPrice: 0n, slippageP: 0, trade: { ...TRADE, leverage: 0 }, percentage: 5_000 }

  test('of an opening order', async () => {
    const event = log('MarketOpenTimeoutExecutedV2', { orderId: 12n, order })
    expect(await read([event])).toMatchObject([{ kind: 'timed_out', venueOrderId: '12', fee: 0n }])
  })

  test.each([
    ['no keeper answered', []],
    [
      'MarketCloseFailed',
      [log('MarketCloseFailed', { tradeId: 7n, trader: WALLET, pairIndex: GOLD }, { address: VENUE.trading })],
    ],
  ])('of a part close, whose fee is given back: %s', async (reason, before) => {
    const refund = { tradeId: 7n, trader: WALLET, pairIndex: GOLD, amount: 100_000n }
    const logs = [
      ...before,
      log('OracleFeeRefunded', refund, { address: VENUE.trading }),
      log('MarketCloseTimeoutExecutedV2', { orderId: 12n, tradeId: 7n, order }),
    ]
    expect(await read(logs)).toMatchObject([{ kind: 'timed_out', venueOrderId: '12', reason, fee: decimal('-0.1') }])
  })
})
