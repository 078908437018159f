/** Checks the schema of events against an event of each type that a decision can emit, as it is stored and sent. */
import { jsonSchemaOf } from '@ats/service-kit/http'
import { close, limit, market } from '../../../../test/support/commands.js'
import { compileJsonSchema } from '../../../../test/support/engine/json-schema.js'
import { aTrader } from '../../../../test/support/trader.js'
import { UNDECIDED, type Payout, type PayoutStatus } from '../../../core/model/account/payout.js'
import { NOT_ORDERED } from '../../../core/model/copied.js'
import { EVENT_TYPES, type AccountEvent, type ChallengeEventType, type EventBody } from '../../../core/model/events.js'
import type { Breach } from '../../../core/model/plan/breach.js'
import { decimal, quantity, rate, usd } from '../../../core/values/decimal.js'
import { eventText } from '../../../wire/event-body.js'
import { decidedEvent } from '../../../wire/event-data.js'
import { createResourceTexts } from '../../../wire/resource-texts.js'
import { event as eventSchema } from './event.js'

const ID = '018f0000-0000-7000-8000-000000000001'
const trader = aTrader()
trader.place(market('BUY', '1'))
trader.close(close())
const order = trader.placed(limit('BUY', '0.5', '19000.1', { tif: 'GTD' }))
const fill = trader.fills[0]!
const position = [...trader.positions.values()].find(({ closedAt }) => closedAt !== null)!
const at = trader.script.context().now
const one = decimal('1')

const breach: Breach = {
  ...{ id: ID, accountId: ID, rule: 'max_drawdown', severity: 'HARD', action: 'TERMINATED', message: 'm' },
  ...{ limit: usd(one), value: usd(one), equity: usd(one), balance: usd(one), held: null, orderId: null, tick: 1, at },
}
const challengeOf = (type: ChallengeEventType): EventBody => ({
  type,
  challenge: { id: ID, phase: 'Phase 1', from: ID, to: null, reason: null },
})
function payoutOf(status: PayoutStatus): EventBody {
  const payout: Payout = {
    ...UNDECIDED,
    ...{ id: ID, accountId: ID, userId: 'ann', clientId: 'p1', amount: usd(one), requestedAt: at, status },
  }
  return { type: `payout.${status.toLowerCase() as Lowercase<PayoutStatus>}`, payout }
}

/** One of each; the compiler asks for those that are missing. */
const EVENTS: Readonly<Record<EventBody['type'], EventBody>> = {
  'order.ack': { type: 'order.ack', order },
  'order.fill': { type: 'order.fill', order, fill },
  'order.cancel': { type: 'order.cancel', order, cancelledBy: 'USER' },
  'exit.lost': { type: 'exit.lost', order },
  'position.close': { type: 'position.close', position },
  'account.breach': { type: 'account.breach', breach },
  'account.breach_reversed': {
    type: 'account.breach_reversed',
    breach: { ...breach, reversal: { at, reason: 'r', compensation: usd(one) } },
  },
  'account.passed': { type: 'account.passed', profit: usd(one), tradedDays: 4 },
  'challenge.promoted': challengeOf('challenge.promoted'),
  'challenge.funded': challengeOf('challenge.funded'),
  'challenge.failed': challengeOf('challenge.failed'),
  'account.inactivity_warning': { type: 'account.inactivity_warning', closesAt: at },
  'account.strike': {
    type: 'account.strike',
    strike: { id: ID, accountId: ID, rule: 'stop_required', positionId: ID, at },
    ...{ symbol: 'BTC-USD', count: 1, max: 3 },
  },
  'account.halted': { type: 'account.halted', reason: 'r' },
  'account.closed': { type: 'account.closed', reason: 'r' },
  'certificate.issued': { type: 'certificate.issued', code: 'c' },
  'certificate.revoked': { type: 'certificate.revoked', code: 'c', reason: 'r' },
  'account.scaled': {
    type: 'account.scaled',
    scaling: { step: 1, payoutId: ID, from: usd(one), to: usd(one), amount: usd(one), splitPct: rate(one) },
  },
  'account.profit_adjusted': {
    type: 'account.profit_adjusted',
    adjustment: { id: ID, accountId: ID, positionId: null, rule: 'operator', amount: usd(one), reason: 'r', at },
  },
  'account.written_off': {
    type: 'account.written_off',
    writtenOff: { venue: 'GMX', token: '0x1', name: 'WETH', amount: quantity(one), value: usd(one), reason: 'r' },
  },
  'copy.skipped': {
    type: 'copy.skipped',
    skip: {
      ...NOT_ORDERED,
      ...{
        linkId: ID,
        fillId: ID,
        orderId: ID,
        action: 'ENTRY',
        skipped: 'refused',
        message: 'm',
        rules: ['max_leverage'],
      },
      ...{ symbol: 'BTC-USD', venue: 'GMX', side: 'BUY', quantity: quantity(one) },
    },
  },
  'dead_man_switch.ran_out': { type: 'dead_man_switch.ran_out', action: 'FLATTEN' },
  'payout.requested': payoutOf('REQUESTED'),
  'payout.proposed': payoutOf('PROPOSED'),
  'payout.paid': payoutOf('PAID'),
  'payout.rejected': payoutOf('REJECTED'),
  'payout.cancelled': payoutOf('CANCELLED'),
}

/** An event as bots get it; the trader's ids count, where those of a service are UUIDs. */
function sentOf(body: EventBody): { readonly type: string; readonly data: object } {
  const emitted: AccountEvent = { id: ID, sequence: 1, at, ...body }
  const stored = decidedEvent({ id: ID, referral: null }, emitted, createResourceTexts())
  return JSON.parse(eventText(stored).replaceAll(/"id-(\d{6})"/g, `"${ID.slice(0, -6)}$1"`)) as ReturnType<
    typeof sentOf
  >
}

interface Schema {
  readonly properties?: Readonly<Record<string, Schema>>
  readonly enum?: readonly string[]
}

const documented = jsonSchemaOf(eventSchema) as Schema
const isDocumented = compileJsonSchema(documented)
const objects = Object.keys(documented.properties?.['data']?.properties ?? {})

test('the document has each type that a decision can emit, and no other', () => {
  expect([...(documented.properties?.['type']?.enum ?? [])].toSorted()).toEqual(Object.keys(EVENTS).toSorted())
  expect([...EVENT_TYPES].toSorted()).toEqual(Object.keys(EVENTS).toSorted())
})

test.each(Object.entries(EVENTS))('%s is sent as it is documented', (type, body) => {
  const sent = sentOf(body)
  expect(sent.type).toBe(type)
  expect(isDocumented(sent)).toBe(true)
  expect(objects).toEqual(expect.arrayContaining(Object.keys(sent.data)))
})

test('each object that is documented is that of an event', () => {
  const emitted = Object.values(EVENTS).flatMap((body) => Object.keys(sentOf(body).data))
  expect(objects.toSorted()).toEqual([...new Set(emitted)].toSorted())
})
