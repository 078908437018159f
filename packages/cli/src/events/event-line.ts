import type { AccountEvent, OrderSnapshot, TestEvent } from '@ats/sdk'
import { priceOf } from '../orders/order-words.js'
import { grouped, signed } from '../terminal/decimal-text.js'
import type { Paint, Style } from '../terminal/paint.js'

const STYLES: Readonly<Record<string, Style>> = {
  'order.fill': 'green',
  'order.cancel': 'yellow',
  'exit.lost': 'red',
  'account.breach': 'red',
  'account.passed': 'green',
  'certificate.issued': 'green',
  'certificate.revoked': 'red',
  'challenge.promoted': 'green',
  'challenge.funded': 'green',
  'challenge.failed': 'red',
  'account.inactivity_warning': 'yellow',
  'account.strike': 'yellow',
  'account.halted': 'red',
  'account.closed': 'red',
  'account.breach_reversed': 'green',
  'account.scaled': 'green',
  'account.profit_adjusted': 'yellow',
  'account.written_off': 'yellow',
  'copy.skipped': 'yellow',
  'dead_man_switch.ran_out': 'yellow',
  'payout.paid': 'green',
  'payout.rejected': 'yellow',
  'payout.cancelled': 'yellow',
}

/** An event in a line: its time, sequence, type, and what happened. */
export function eventLine(event: AccountEvent | TestEvent, paint: Paint): string {
  const style = STYLES[event.type]
  const type = event.type.padEnd(16)
  return [
    paint('dim', event.created_at.slice(11, 23)),
    paint('dim', `#${event.sequence}`),
    style === undefined ? type : paint(style, type),
    subjectOf(event),
  ].join('  ')
}

function subjectOf(event: AccountEvent | TestEvent): string {
  switch (event.type) {
    case 'order.ack':
    case 'exit.lost':
      return orderText(event.data.order)
    case 'order.fill': {
      const { side, quantity, symbol, price, fee } = event.data.trade
      return `${side} ${grouped(quantity)} ${symbol} at ${grouped(price)}, fee ${grouped(fee)}`
    }
    case 'order.cancel': {
      const { order, cancelled_by } = event.data
      const reason = order.reason === null ? '' : ` (${order.reason})`
      return `${orderText(order)}: ${order.status} by ${cancelled_by}${reason}`
    }
    case 'position.close': {
      const { direction, quantity, symbol, realized_pnl, close_reason } = event.data.position
      return `${direction} ${grouped(quantity)} ${symbol}, ${signed(realized_pnl)} (${close_reason})`
    }
    case 'account.breach_reversed':
    case 'account.breach': {
      const { severity, rule, message } = event.data.breach
      return `${severity} ${rule}: ${message}`
    }
    case 'account.passed':
      return `profit ${grouped(event.data.objective.profit)} on ${event.data.objective.trading_days} trading days`
    case 'challenge.promoted':
    case 'challenge.funded':
      return `${event.data.challenge.phase}: account ${event.data.challenge.to}`
    case 'challenge.failed':
      return `${event.data.challenge.phase}: ${event.data.challenge.reason}`
    case 'certificate.issued':
      return event.data.certificate.code
    case 'certificate.revoked':
      return `${event.data.certificate.code}: ${event.data.certificate.reason}`
    case 'account.inactivity_warning':
      return `closes at ${event.data.inactivity.closes_at} unless it is traded`
    case 'account.strike': {
      const { rule, symbol, strikes, needed } = event.data.strike
      return `${rule} of ${symbol}${strikes === null ? '' : `: strike ${strikes} of ${needed}`}`
    }
    case 'account.scaled':
      return `initial balance ${grouped(event.data.scaling.from)} → ${grouped(event.data.scaling.to)}`
    case 'account.profit_adjusted': {
      const { rule, amount, reason } = event.data.profit_adjustment
      return `${rule}: ${grouped(amount)} off what is paid out (${reason})`
    }
    case 'account.halted':
      return event.data.halt.reason
    case 'account.written_off': {
      const { name, amount, value, reason } = event.data.write_off
      return `${amount} ${name} of ${grouped(value)} (${reason})`
    }
    case 'copy.skipped': {
      const { action, side, symbol, reason, message } = event.data.copy
      return `${action} ${side} ${symbol}: ${reason}${message === null ? '' : ` (${message})`}`
    }
    case 'account.closed':
      return event.data.closing.reason
    case 'dead_man_switch.ran_out':
      return event.data.dead_man_switch.action
    case 'payout.requested':
    case 'payout.proposed':
    case 'payout.paid':
    case 'payout.rejected':
    case 'payout.cancelled': {
      const { amount, currency, trader_amount, reason } = event.data.payout
      const share = trader_amount === null ? '' : `, ${grouped(trader_amount)} of it to the trader`
      return `${grouped(amount)} ${currency}${share}${reason === null ? '' : ` (${reason})`}`
    }
    case 'webhook.test':
      return ''
  }
}

const orderText = (order: OrderSnapshot): string =>
  `${order.side} ${grouped(order.quantity)} ${order.symbol} ${order.kind} ${priceOf(order)}`
