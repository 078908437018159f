import { EVENT_TYPES } from '../core/model/events.js'
import { classOf } from '../core/model/notification.js'
import { messageOf } from './message-of-event.js'

/** Data that has what any message names. */
const DATA = {
  breach: {
    ...{ rule: 'daily_loss_limit', severity: 'HARD', message: 'm', limit: 95_000, value: 94_000.5 },
    ...{ equity: 94_000, action: 'TERMINATED', reversal: { reason: 'r', compensation: 1 } },
  },
  position: {
    ...{ symbol: 'BTC-USD', direction: 'LONG', quantity: 1, exit_price: 2, realized_pnl: -3.5 },
    close_reason: 'LIQUIDATION',
  },
  ...{ objective: { profit: 8_000, trading_days: 5 }, challenge: { phase: 'p', reason: 'r' } },
  ...{ certificate: { code: 'c', reason: 'r' }, inactivity: { closes_at: '2030-01-01T00:00:00Z' } },
  ...{
    strike: { rule: 's', symbol: 'BTC-USD', strikes: 1, needed: 3 },
    closing: { reason: 'r' },
    halt: { reason: 'r' },
  },
  ...{ scaling: { from: 1, to: 2 }, profit_adjustment: { rule: 'a', amount: 1, reason: 'r' } },
  ...{ copy: { action: 'ENTRY', side: 'BUY', symbol: 'BTC-USD', reason: 'r' }, dead_man_switch: { action: 'FLATTEN' } },
  payout: { amount: 1_234.5, trader_amount: 987.6, reason: null },
  order: { side: 'BUY', quantity: 1, symbol: 'BTC-USD', status: 'FILLED', reason: null },
  trade: { side: 'BUY', quantity: 1, symbol: 'BTC-USD', price: 2 },
}
const TERMS = { accountName: 'Swing', dashboardUrl: 'https://app.example' }
const bodyOf = (type: string, data: object = DATA) => JSON.stringify({ id: 'e', type, account_id: 'a', data })

test.each(EVENT_TYPES)('%s is told in words, with a link', (type) => {
  const { title, lines, link } = messageOf(bodyOf(type), TERMS)
  expect(title).toMatch(/^Swing: ./)
  expect(lines.length).toBeGreaterThan(0)
  expect([title, ...lines].join(' ')).not.toMatch(/undefined|null|NaN/)
  expect(link).toBe('https://app.example/accounts/a')
})

test('only acknowledged and cancelled orders are of the topic of orders', () => {
  const ofOrders = EVENT_TYPES.filter((type) => classOf(type, () => DATA).topic === 'ORDER')
  expect(ofOrders).toEqual(['order.ack', 'order.cancel'])
})

test('a breach names the rule, the amounts and what to do; a warning is one', () => {
  expect(messageOf(bodyOf('account.breach'), TERMS)).toMatchObject({
    severity: 'CRITICAL',
    title: 'Swing: breach of daily_loss_limit: TERMINATED',
    lines: [
      'm',
      'Value $94,000.50, limit $95,000.00, equity $94,000.00.',
      expect.stringContaining('support') as string,
    ],
  })
  const near = bodyOf('account.breach', { breach: { ...DATA.breach, severity: 'WARN', action: 'NONE' } })
  expect(messageOf(near, TERMS)).toMatchObject({
    severity: 'WARNING',
    title: 'Swing: near the limit of daily_loss_limit',
  })
})
