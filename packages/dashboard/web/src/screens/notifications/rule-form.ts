import type { NewNotificationRule, NotificationRule } from '@ats/sdk/types'
import type { RuleChange } from '../../api/notifications.js'

export type Channel = NotificationRule['channel']
export type Topic = NotificationRule['events'][number]
export type Severity = NotificationRule['minSeverity']

export const CHANNELS: readonly Channel[] = ['EMAIL', 'TELEGRAM', 'DISCORD', 'SLACK', 'WEBHOOK']
export const SEVERITIES: readonly Severity[] = ['INFO', 'WARNING', 'CRITICAL']

const FEW: readonly Topic[] = ['BREACH', 'WARNING', 'LIQUIDATION', 'PROMOTION', 'PAYOUT', 'HALT', 'DEAD_MAN_SWITCH']
/** The order in which they are shown: those that matter first, then those that are many. */
export const TOPICS: readonly Topic[] = [...FEW, 'ORDER', 'FILL', 'POSITION', 'COPY']

/** The topics and times of a rule, as they are filled in. */
export interface TermsForm {
  readonly topics: readonly Topic[]
  readonly severity: Severity
  /** Whether it is for all accounts, whichever are chosen. */
  readonly isForAll: boolean
  readonly accounts: readonly string[]
  readonly isQuiet: boolean
  readonly quietFrom: string
  readonly quietTo: string
  /** IANA. */
  readonly timeZone: string
}

export interface RuleForm extends TermsForm {
  readonly channel: Channel
  readonly target: string
}

/** `timeZone`: that of the browser. */
export const emptyRule = (timeZone: string): RuleForm => ({
  ...{ channel: 'EMAIL', target: '', topics: FEW, severity: 'INFO', isForAll: true, accounts: [] },
  ...{ isQuiet: false, quietFrom: '22:00', quietTo: '07:00', timeZone },
})

export const areComplete = ({ topics, isForAll, accounts, isQuiet, quietFrom, quietTo }: TermsForm): boolean =>
  topics.length > 0 &&
  (isForAll || accounts.length > 0) &&
  (!isQuiet || (quietFrom !== '' && quietTo !== '' && quietFrom !== quietTo))

export const isComplete = (form: RuleForm): boolean => form.target.trim() !== '' && areComplete(form)

export const formOf = (
  { events, minSeverity, accounts, quietHours }: NotificationRule,
  timeZone: string,
): TermsForm => ({
  ...{ topics: events, severity: minSeverity, isForAll: accounts.length === 0, accounts },
  isQuiet: quietHours !== null,
  quietFrom: quietHours?.from ?? '22:00',
  quietTo: quietHours?.to ?? '07:00',
  timeZone: quietHours?.timeZone ?? timeZone,
})

/** The request that gives a rule the terms of a form. What is wrong in it, the wallet says. */
export const termsOf = (form: TermsForm): RuleChange & Required<Pick<RuleChange, 'quietHours'>> => ({
  events: [...form.topics],
  minSeverity: form.severity,
  accounts: form.isForAll ? [] : [...form.accounts],
  quietHours: form.isQuiet ? { from: form.quietFrom, to: form.quietTo, timeZone: form.timeZone } : null,
})

/** The request for the rule of a form. */
export function newRuleOf(form: RuleForm): NewNotificationRule {
  const { quietHours, ...terms } = termsOf(form)
  return { channel: form.channel, target: form.target.trim(), ...terms, ...(quietHours !== null && { quietHours }) }
}

export type RuleState = 'SENDS' | 'PAUSED' | 'UNPROVEN' | 'STOPPED'

type Times = Pick<NotificationRule, 'provenAt' | 'stoppedAt' | 'pausedAt'>

export function stateOf({ provenAt, stoppedAt, pausedAt }: Times): RuleState {
  if (provenAt === null) return stoppedAt === null ? 'UNPROVEN' : 'STOPPED'
  return pausedAt === null ? 'SENDS' : 'PAUSED'
}

/** The zones that the browser knows; `zone` among them. */
export function timeZones(zone: string): readonly string[] {
  const known = Intl.supportedValuesOf('timeZone')
  return [...new Set([zone, 'UTC', ...known])]
}
