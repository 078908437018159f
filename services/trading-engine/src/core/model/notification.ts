/** Topics and severities of events, by which notification rules choose. Pure: the data are those of the event. */

export type Topic =
  | 'BREACH'
  | 'WARNING'
  | 'LIQUIDATION'
  | 'PROMOTION'
  | 'PAYOUT'
  | 'HALT'
  | 'DEAD_MAN_SWITCH'
  | 'ORDER'
  | 'FILL'
  | 'POSITION'
  | 'COPY'

export const MESSAGE_SEVERITIES = ['INFO', 'WARNING', 'CRITICAL'] as const
export type MessageSeverity = (typeof MESSAGE_SEVERITIES)[number]

export interface Class {
  readonly topic: Topic
  readonly severity: MessageSeverity
}

/** Sent on request, to the target of a rule: the code that proves it, and a test. */
export const CODE_MESSAGE = 'notification.code'
export const TEST_MESSAGE = 'notification.test'

/** The part of an event's data that its class depends on. */
export interface ClassifiedData {
  readonly breach?: { readonly severity: string }
  readonly position?: { readonly close_reason: string }
}

/** The topic and the severity of an event; most types tell without their data. */
export function classOf(type: string, readData: () => ClassifiedData): Class {
  switch (type) {
    case 'account.breach':
      return readData().breach?.severity === 'WARN'
        ? { topic: 'WARNING', severity: 'WARNING' }
        : { topic: 'BREACH', severity: 'CRITICAL' }
    case 'position.close':
      return readData().position?.close_reason === 'LIQUIDATION'
        ? { topic: 'LIQUIDATION', severity: 'CRITICAL' }
        : { topic: 'POSITION', severity: 'INFO' }
    default:
      return CLASSES[type] ?? { topic: 'ORDER', severity: 'INFO' }
  }
}

const CLASSES: Readonly<Record<string, Class>> = {
  'order.fill': { topic: 'FILL', severity: 'INFO' },
  'exit.lost': { topic: 'WARNING', severity: 'CRITICAL' },
  'account.breach_reversed': { topic: 'BREACH', severity: 'INFO' },
  'account.passed': { topic: 'PROMOTION', severity: 'INFO' },
  'account.scaled': { topic: 'PROMOTION', severity: 'INFO' },
  'certificate.issued': { topic: 'PROMOTION', severity: 'INFO' },
  'certificate.revoked': { topic: 'WARNING', severity: 'WARNING' },
  'challenge.promoted': { topic: 'PROMOTION', severity: 'INFO' },
  'challenge.funded': { topic: 'PROMOTION', severity: 'INFO' },
  'challenge.failed': { topic: 'BREACH', severity: 'CRITICAL' },
  'account.inactivity_warning': { topic: 'WARNING', severity: 'WARNING' },
  'account.strike': { topic: 'WARNING', severity: 'WARNING' },
  'account.profit_adjusted': { topic: 'PAYOUT', severity: 'WARNING' },
  'account.written_off': { topic: 'PAYOUT', severity: 'WARNING' },
  'account.halted': { topic: 'HALT', severity: 'CRITICAL' },
  'account.closed': { topic: 'HALT', severity: 'CRITICAL' },
  'dead_man_switch.ran_out': { topic: 'DEAD_MAN_SWITCH', severity: 'CRITICAL' },
  'copy.skipped': { topic: 'COPY', severity: 'WARNING' },
  'payout.requested': { topic: 'PAYOUT', severity: 'INFO' },
  'payout.proposed': { topic: 'PAYOUT', severity: 'INFO' },
  'payout.paid': { topic: 'PAYOUT', severity: 'INFO' },
  'payout.rejected': { topic: 'PAYOUT', severity: 'WARNING' },
  'payout.cancelled': { topic: 'PAYOUT', severity: 'INFO' },
}

/** The part of a rule that says which events it tells of. */
export interface Choice {
  readonly events: readonly Topic[]
  /** Empty: every account. */
  readonly accounts: readonly string[]
  readonly minSeverity: MessageSeverity
}

export const isWanted = ({ events, accounts, minSeverity }: Choice, { topic, severity }: Class, accountId: string) =>
  events.includes(topic) &&
  (accounts.length === 0 || accounts.includes(accountId)) &&
  MESSAGE_SEVERITIES.indexOf(severity) >= MESSAGE_SEVERITIES.indexOf(minSeverity)

/** How a delivery is sent that a rule has asked for. */
export interface MessageTerms {
  readonly channel: string
  readonly severity: MessageSeverity
}

/** Quiet hours of a zone's clock, `HH:MM`; from later than `to`: over midnight. */
export interface QuietHours {
  readonly from: string
  readonly to: string
  readonly timeZone: string
}
