/** Events in words: the amount, the rule, and what to do about it. */
import { classOf, CODE_MESSAGE, TEST_MESSAGE } from '../core/model/notification.js'
import { codeMessage, testMessage, type Message } from './message.js'

/** An event as its delivery holds it (EVENTS.md). */
interface EventBody {
  readonly id: string
  readonly type: string
  readonly account_id: string | null
  readonly data: Data
}
interface Data {
  readonly breach?: {
    readonly rule: string
    readonly severity: string
    readonly message: string
    readonly limit: number
    readonly value: number
    readonly equity: number
    readonly action: string
    readonly reversal?: { readonly reason: string; readonly compensation: number }
  }
  readonly position?: {
    readonly symbol: string
    readonly direction: string
    readonly quantity: number
    readonly exit_price: number
    readonly realized_pnl: number
    readonly close_reason: string
  }
  readonly objective?: { readonly profit: number; readonly trading_days: number }
  readonly challenge?: { readonly phase: string; readonly reason: string | null }
  readonly certificate?: { readonly code: string; readonly reason?: string }
  readonly inactivity?: { readonly closes_at: string }
  readonly strike?: {
    readonly rule: string
    readonly symbol: string
    readonly strikes: number | null
    readonly needed: number | null
  }
  readonly halt?: { readonly reason: string }
  readonly closing?: { readonly reason: string }
  readonly scaling?: { readonly from: number; readonly to: number }
  readonly profit_adjustment?: { readonly rule: string; readonly amount: number; readonly reason: string }
  readonly copy?: { readonly action: string; readonly side: string; readonly symbol: string; readonly reason: string }
  readonly dead_man_switch?: { readonly action: string }
  readonly payout?: { readonly amount: number; readonly trader_amount: number | null; readonly reason: string | null }
  readonly order?: {
    readonly side: string
    readonly quantity: number
    readonly symbol: string
    readonly status: string
    readonly reason: string | null
  }
  readonly trade?: { readonly side: string; readonly quantity: number; readonly symbol: string; readonly price: number }
  readonly code?: string
}

export interface WordTerms {
  /** The name that its trader gave it. */
  readonly accountName: string | null
  /** The address of the dashboard; null: messages have no links. */
  readonly dashboardUrl: string | null
}

/** The message of an event. `body` is its JSON text; the same text gives the same message. */
export function messageOf(body: string, { accountName, dashboardUrl }: WordTerms): Message {
  const { id, type, account_id: accountId, data } = JSON.parse(body) as EventBody
  if (type === CODE_MESSAGE) return codeMessage(id, data.code ?? '')
  const link = dashboardUrl === null ? null : `${dashboardUrl}${accountId === null ? '/' : `/accounts/${accountId}`}`
  if (type === TEST_MESSAGE) return testMessage(id, link)
  const { severity } = classOf(type, () => data)
  const [title, ...lines] = wordsOf(type, data)
  return { id, severity, title: accountName === null ? title : `${accountName}: ${title}`, lines, link }
}

type Words = readonly [title: string, ...lines: string[]]

/** The first line is the title. */
function wordsOf(type: string, data: Data): Words {
  switch (type) {
    case 'account.breach':
      return breachWords(data)
    case 'account.breach_reversed':
      return [
        `breach of ${data.breach?.rule} taken back`,
        `An operator has taken it back: ${data.breach?.reversal?.reason}.`,
        `Compensation: ${usd(data.breach?.reversal?.compensation ?? 0)}.`,
        'The account goes on as it was before; you can trade it again.',
      ]
    case 'position.close':
      return positionWords(data)
    case 'account.inactivity_warning':
      return [
        'closes soon for want of trades',
        `Nobody has traded it; it will be closed at ${data.inactivity?.closes_at}.`,
        'Open a position before then to keep it.',
      ]
    case 'account.strike': {
      const { rule, symbol, strikes, needed } = data.strike ?? {}
      const count = typeof strikes === 'number' ? `Strike ${strikes} of ${needed}.` : 'Strikes do not add up here.'
      return [
        `strike: ${rule} of ${symbol}`,
        count,
        `Keep to ${rule} with the next order: enough strikes end the account.`,
      ]
    }
    case 'account.halted':
      return [
        'halted',
        `Reason: ${data.halt?.reason}.`,
        'It may only reduce until it is released. Look at what is open, and ask support.',
      ]
    case 'account.closed':
      return [
        'closed',
        `Reason: ${data.closing?.reason}.`,
        'Its positions are closed. There is nothing to do, or ask support.',
      ]
    case 'dead_man_switch.ran_out':
      return [
        `dead-man's switch: ${data.dead_man_switch?.action}`,
        'No heartbeat came in time.',
        'See whether your bot runs and what is open, and arm the switch again.',
      ]
    case 'exit.lost':
      return [
        `a stop or target of ${data.order?.symbol} was lost at its venue`,
        'It is being placed again. See whether the position is covered.',
      ]
    default:
      return type.startsWith('payout.') ? payoutWords(type, data) : stepWords(type, data)
  }
}

function breachWords({ breach }: Data): Words {
  if (breach === undefined) return ['breach']
  const { rule, severity, message, limit, value, equity, action } = breach
  const amounts =
    rule === 'strikes'
      ? `${value} strikes of ${limit}.`
      : `Value ${usd(value)}, limit ${usd(limit)}, equity ${usd(equity)}.`
  if (severity === 'WARN')
    return [
      `near the limit of ${rule}`,
      message,
      amounts,
      `Reduce your risk: at the limit of ${rule} positions are closed, and the account may end.`,
    ]
  const next =
    action === 'LOCKED'
      ? 'It may only reduce until the next reset; trade again then.'
      : action === 'TERMINATED'
        ? 'The account has ended. See the evidence in the dashboard, and ask support if it looks wrong.'
        : 'See in the dashboard what was closed.'
  return [`breach of ${rule}: ${action}`, message, amounts, next]
}

function positionWords({ position }: Data): Words {
  if (position === undefined) return ['a position was closed']
  const { direction, quantity, symbol, exit_price: price, realized_pnl: profit, close_reason: reason } = position
  const told = `${direction} ${quantity} ${symbol} closed at ${price}: ${usd(profit)}.`
  return reason === 'LIQUIDATION'
    ? [
        `${symbol} liquidated: ${usd(profit)}`,
        told,
        'The margin did not suffice. See what else is open; use less leverage, or a stop.',
      ]
    : [`${symbol} closed: ${usd(profit)}`, told, `Reason: ${reason}. There is nothing to do.`]
}

function payoutWords(type: string, { payout }: Data): Words {
  const amount = usd(payout?.amount ?? 0)
  const share = typeof payout?.trader_amount === 'number' ? `Your share: ${usd(payout.trader_amount)}.` : null
  const reason = typeof payout?.reason === 'string' ? `Reason: ${payout.reason}.` : null
  const [title, next] = PAYOUTS[type.slice('payout.'.length)] ?? ['changed', 'See it in the dashboard.']
  return [`payout of ${amount} ${title}`, ...[share, reason, next].filter((line) => line !== null)]
}

const PAYOUTS: Readonly<Record<string, readonly [string, string]>> = {
  requested: ['requested', 'If it was not you, log in, cancel it and replace your keys.'],
  proposed: ['is being decided', 'There is nothing to do: another operator has to approve it.'],
  paid: ['paid', 'It is off the account. Tell support if it does not arrive.'],
  rejected: ['rejected', 'It stays on the account. Ask for another once the reason is gone.'],
  cancelled: ['cancelled', 'It stays on the account.'],
}

function stepWords(type: string, data: Data): Words {
  switch (type) {
    case 'account.passed':
      return [
        `passed with a profit of ${usd(data.objective?.profit ?? 0)}`,
        `Traded on ${data.objective?.trading_days} days. Close what is open; what comes next is in the dashboard.`,
      ]
    case 'challenge.promoted':
    case 'challenge.funded':
      return [
        `${type === 'challenge.funded' ? 'funded' : 'promoted'}: ${data.challenge?.phase}`,
        'The account of the phase is open. Give it to your bots.',
      ]
    case 'challenge.failed':
      return [
        `challenge failed: ${data.challenge?.phase}`,
        `Reason: ${data.challenge?.reason}.`,
        'See the evidence in the dashboard; a reset may be possible.',
      ]
    case 'certificate.issued':
      return [`certificate ${data.certificate?.code} issued`, 'Anybody with its code sees it. Share it if you like.']
    case 'account.written_off':
      return [
        'a token of the account was written off',
        'The profit that it stood for is gone with it.',
        'See the ledger in the dashboard, and ask support if it looks wrong.',
      ]
    case 'certificate.revoked':
      return [
        `certificate ${data.certificate?.code} revoked`,
        `Reason: ${data.certificate?.reason}.`,
        'It shows as revoked to anybody with its code. Ask support if that looks wrong.',
      ]
    case 'account.scaled':
      return [
        `initial balance raised to ${usd(data.scaling?.to ?? 0)}`,
        `It was ${usd(data.scaling?.from ?? 0)}. Your limits have grown with it.`,
      ]
    case 'account.profit_adjusted': {
      const { rule, amount = 0, reason } = data.profit_adjustment ?? {}
      return [`${usd(amount)} off what is paid out: ${rule}`, `Reason: ${reason}.`, `Keep to ${rule} from now on.`]
    }
    case 'copy.skipped': {
      const { action, side, symbol, reason } = data.copy ?? {}
      return [`${action} ${side} ${symbol} not copied`, `Reason: ${reason}.`, 'See the drift of the link, and mend it.']
    }
    case 'order.fill': {
      const { side, quantity, symbol, price } = data.trade ?? {}
      return [`${side} ${quantity} ${symbol} filled at ${price}`, 'There is nothing to do.']
    }
    default: {
      const { side, quantity, symbol, status, reason } = data.order ?? {}
      return [`${side} ${quantity} ${symbol}: ${status}`, `Reason: ${reason ?? 'none'}. There is nothing to do.`]
    }
  }
}

const USD = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })
const usd = (amount: number): string => USD.format(amount)
