/** Bodies of requests in the OpenAPI document: orders of each kind, and what schemas alone say too little of. */
import type { ExampleBodies } from '@ats/service-kit/http'
import { EXAMPLES } from './examples.js'

const account_id = EXAMPLES['account_id']
const BUY = { symbol: 'BTC-USD', side: 'BUY', quantity: '0.01' }
const SELL = { ...BUY, side: 'SELL' }

const MARKET = { ...BUY, kind: 'MARKET', client_id: 'entry-1' }
const LIMIT = { ...BUY, kind: 'LIMIT', price: '63900', tif: 'GTX', client_id: 'entry-2' }
const STOP = { ...BUY, kind: 'STOP', trigger_price: '65000', client_id: 'breakout-1' }
const STOP_LIMIT = { ...STOP, price: '65050', client_id: 'breakout-2' }
const TAKE_PROFIT = { ...SELL, kind: 'TAKE_PROFIT', trigger_price: '66000', flags: { reduce_only: true } }
const TRAILING_STOP = { ...SELL, kind: 'STOP', trail: { offset_pct: '1.5' }, flags: { reduce_only: true } }
const EXITS = { stop_loss: { offset_pct: '2' }, take_profit: { trigger_price: '66000' } }
const GOOD_TILL = { ...LIMIT, tif: 'GTD', expires_at: '2030-03-02T17:00:00Z', client_id: 'entry-3' }

export const EXAMPLE_BODIES: ExampleBodies = {
  placeOrder: {
    market: { account_id, ...MARKET },
    limit: { account_id, ...LIMIT },
    limit_until: { account_id, ...GOOD_TILL },
    stop: { account_id, ...STOP },
    stop_limit: { account_id, ...STOP_LIMIT },
    take_profit: { account_id, ...TAKE_PROFIT, client_id: 'target-1' },
    trailing_stop: { account_id, ...TRAILING_STOP, client_id: 'trail-1' },
    bracket: { account_id, ...MARKET, ...EXITS, client_id: 'entry-4' },
  },
  placeOrders: {
    ladder: { account_id, orders: [LIMIT, { ...LIMIT, price: '63800', client_id: 'entry-5' }] },
  },
  setPositionNote: { usual: { tags: ['breakout'], note: 'Entered after the retest.' } },
  createChallenge: { usual: { program_id: 'sprint', client_id: 'sprint-1' } },
  setFaults: {
    usual: { faults: [{ do: 'DROP_ANSWER_AFTER_COMMIT', when: { client_id_prefix: 'fault-', nth: 3 } }] },
  },
  createCopyLink: {
    usual: {
      leader_account_id: account_id,
      follower_account_id: EXAMPLES['follower_account_id'],
      sizing: { mode: 'MULTIPLIER', value: '0.5' },
    },
  },
  sendAlert: {
    position: { symbol: 'BTCUSD', position: '0.1', time: '2026-03-02T12:00:00Z' },
    order: { symbol: 'BTCUSD', action: 'buy', quantity: '0.1', alert_id: 'breakout-1' },
  },
}
