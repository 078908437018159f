/** The rules about orders that a plan may have beside those of every plan. */
import { ASSET_CLASSES } from './floors.js'
import { field, optionalField, type PlanSection } from './section.js'

const STOP = 'risk_config.stop_required'
const IDEA = 'risk_config.max_loss_per_idea'
const FLAT = 'risk_config.flat_by'
const HOLDING = 'risk_config.holding_time'
const STRIKES = 'risk_config.strikes'
const NEWS = 'risk_config.news_freeze'

const FLAT_MOMENT = { time: '16:00', tz: 'America/New_York', days: ['FRI'], lead_minutes: 15, severity: 'CLOSE' }
const STRIKE = { rule: 'stop_required', max: 3, window_days: 30, then: 'LOCK' }

/** The fields that news treatments that refuse nothing may have. */
const adjusting = (values: readonly string[]) => ({ onlyWith: { name: `${NEWS}.treatment`, values } })

export const ORDER_SECTIONS: readonly PlanSection[] = [
  {
    name: 'stopRequired',
    fields: [
      field(`${STOP}.grace_seconds`, 'whole'),
      optionalField(`${STOP}.max_risk_pct`, 'decimal'),
      field(`${STOP}.action`, 'choice', ['CLOSE', 'STRIKE']),
    ],
    optional: { path: STOP, template: { grace_seconds: 60, action: 'CLOSE' }, off: 'absent' },
  },
  {
    name: 'idea',
    fields: [field(`${IDEA}.pct`, 'decimal'), field(`${IDEA}.action`, 'choice', ['CLOSE', 'TERMINATE'])],
    optional: { path: IDEA, template: { pct: '2', action: 'CLOSE' }, off: 'absent' },
  },
  {
    name: 'hedging',
    fields: [
      {
        ...field('risk_config.hedging', 'choice', ['ALLOWED', 'REFUSE_ACCOUNT', 'REFUSE_USER']),
        absent: 'ALLOWED',
      },
    ],
  },
  {
    name: 'copying',
    fields: [{ ...field('risk_config.copying', 'choice', ['ALLOWED', 'OWN_ONLY', 'FORBIDDEN']), absent: 'ALLOWED' }],
  },
  {
    name: 'flatBy',
    fields: [
      field(`${FLAT}.time`, 'text'),
      field(`${FLAT}.tz`, 'text'),
      field(`${FLAT}.lead_minutes`, 'whole'),
      field(`${FLAT}.severity`, 'choice', ['CLOSE', 'WARN']),
      field(`${FLAT}.days`, 'set', ['MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT', 'SUN']),
      optionalField(`${FLAT}.classes`, 'set', ASSET_CLASSES),
    ],
    optional: { path: FLAT, template: [FLAT_MOMENT], off: 'absent' },
    list: { path: FLAT, item: FLAT_MOMENT, max: 20 },
  },
  {
    name: 'holding',
    fields: [field(`${HOLDING}.min_seconds`, 'whole'), field(`${HOLDING}.per`, 'choice', ['TRADE'])],
    optional: { path: HOLDING, template: { min_seconds: 60, per: 'TRADE' }, off: 'absent' },
  },
  {
    name: 'news',
    fields: [
      field(`${NEWS}.before_minutes`, 'whole'),
      field(`${NEWS}.after_minutes`, 'whole'),
      field(`${NEWS}.impacts`, 'set', ['LOW', 'MEDIUM', 'HIGH']),
      field(`${NEWS}.scope`, 'choice', ['OPENING', 'ALL']),
      { ...field(`${NEWS}.treatment`, 'choice', ['FREEZE', 'EXCLUDE_PROFIT', 'FACTOR']), absent: 'FREEZE' },
      { ...optionalField(`${NEWS}.counts_pct`, 'decimal'), ...adjusting(['FACTOR']) },
      {
        ...optionalField(`${NEWS}.exempt_if_opened_before_minutes`, 'whole'),
        ...adjusting(['EXCLUDE_PROFIT', 'FACTOR']),
      },
    ],
    optional: {
      path: NEWS,
      template: { before_minutes: 2, after_minutes: 2, impacts: ['HIGH'], scope: 'OPENING' },
      off: 'null',
    },
  },
  {
    name: 'strikes',
    fields: [
      field(`${STRIKES}.rule`, 'choice', ['stop_required', 'max_loss_per_idea', 'flat_by']),
      field(`${STRIKES}.max`, 'whole'),
      field(`${STRIKES}.window_days`, 'whole'),
      field(`${STRIKES}.then`, 'choice', ['LOCK', 'TERMINATE']),
    ],
    optional: { path: STRIKES, template: [STRIKE], off: 'absent' },
    list: { path: STRIKES, item: STRIKE, max: 3 },
  },
]
