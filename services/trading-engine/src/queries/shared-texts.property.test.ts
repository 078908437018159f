import fc from 'fast-check'
import { runs } from '@ats/test-kit'
import { beginLife } from '../../test/support/random-accounts/account-life.js'
import { steps, SYMBOLS } from '../../test/support/random-accounts/account-steps.js'
import { TEST_CATALOGUE } from '../../test/support/market/instruments.js'
import { aPlan } from '../../test/support/plans/plans.js'
import type { MarketStatus } from '../core/model/market/market-view.js'
import type { DecisionContext } from '../core/model/decision-context.js'
import type { Account } from '../core/model/account/account.js'
import { asNumber, asText, type WriteDecimal } from '../wire/decimals.js'
import { priceCodec } from '../wire/market/price-codec.js'
import { riskCodec } from '../wire/account/risk-codec.js'
import { limitUtilisation } from '../core/risk/limit-utilisation.js'
import { accountBodies } from './account-bodies.js'
import { createAccountTexts } from './account-texts.js'
import { createSharedTexts, type MakeJson, type SharedText } from './shared-texts.js'
import { primaryOf } from '../../test/support/market/listings.js'

const histories = fc.array(steps, { minLength: 20, maxLength: 50, size: 'max' })
const BODIES = Object.entries(accountBodies(TEST_CATALOGUE))

const pricesOf = (context: DecisionContext, write: WriteDecimal) =>
  SYMBOLS.flatMap((symbol) => {
    const quote = context.market.quote(primaryOf(symbol))
    if (quote === undefined) return []
    const status: MarketStatus = context.isMarketOpen(quote) ? 'OPEN' : 'CLOSED'
    return [{ quote, status, fresh: priceCodec.json({ quote, status }, write) }]
  })

test('a cached text equals one made now, after every step of random account histories', () => {
  const seen = { same: 0, other: 0 }
  fc.assert(
    fc.property(histories, (life) => {
      const texts = createSharedTexts()
      const accountTexts = createAccountTexts(texts, accountBodies(TEST_CATALOGUE), TEST_CATALOGUE.all)
      const lived = beginLife(aPlan())
      const { trader } = lived
      const held = new Map<string, string>()
      const check = (key: string, shared: SharedText, fresh: string): void => {
        expect([key, shared.text]).toEqual([key, fresh])
        const known = held.get(`${key} ${fresh}`)
        expect(shared.etag()).toBe(known ?? shared.etag())
        seen[known === undefined ? 'other' : 'same'] += 1
        held.set(`${key} ${fresh}`, shared.etag())
      }
      const look = (account: Account, context: DecisionContext): void => {
        for (const write of [asNumber, asText]) {
          const risk = riskCodec.json({ account, utilisation: limitUtilisation(account, context) }, write)
          check(`risk ${write.name}`, accountTexts('risk', { account, context }, write), risk)
          for (const [key, body] of BODIES) {
            const make: MakeJson<Account> = body
            const fresh = make(account, context.market, write)
            check(`${key} ${write.name}`, texts.find(key, account, context.market, write, make), fresh)
          }
          for (const { quote, status, fresh } of pricesOf(context, write)) {
            const key = `price ${quote.symbol} ${status}`
            const shared = texts.find(key, quote, context.market, write, () =>
              priceCodec.json({ quote, status }, write),
            )
            check(`${key} ${write.name}`, shared, fresh)
          }
        }
      }
      for (const step of life) {
        lived.live(step)
        look(trader.account, trader.script.context())
        look(trader.account, trader.script.context())
      }
    }),
    { numRuns: runs(25) },
  )
  expect(seen.same).toBeGreaterThan(runs(500))
  expect(seen.other).toBeGreaterThan(runs(500))
})

test('a body is made again exactly when its subject or a quote it was made from is another object', () => {
  const texts = createSharedTexts()
  const { script, account } = beginLife(aPlan()).trader
  const body = jest.fn<string, Parameters<MakeJson<Account>>>((_account, market) =>
    String(market.quote(primaryOf('BTC-USD'))?.mark),
  )
  const find = (subject = account, write = asNumber) => texts.find('a', subject, script.context().market, write, body)
  const first = find()
  script.passTime(60_000)
  script.setMark('SOL-USD', '101')
  expect(find()).toBe(first)
  expect(body).toHaveBeenCalledTimes(1)
  script.setMark('BTC-USD', '20001')
  expect(find().text).not.toBe(first.text)
  find({ ...account })
  find({ ...account }, asText)
  expect(body).toHaveBeenCalledTimes(4)
})

test('a text that is found with something else is made again when that is another', () => {
  const texts = createSharedTexts()
  const { script, account } = beginLife(aPlan()).trader
  const body = jest.fn<string, Parameters<MakeJson<Account>>>(() => '"body"')
  const news = script.context().news
  for (const rest of [[1, news], [1, news], [2, news], [2, []], [2]])
    texts.find('a', account, script.context().market, asNumber, body, rest)
  expect(body).toHaveBeenCalledTimes(4)
})
