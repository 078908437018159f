/** The names of lists of values in the OpenAPI documents: a list without one is written out where it comes. */
import { SCOPES } from '@ats/contracts'
import { WARNINGS } from '../../core/decide/warnings.js'
import { PAYOUT_LIMITS } from '../../core/margin/payout-limits.js'
import { ACCOUNT_STATES } from '../../core/model/account/account.js'
import { HOLD_KINDS } from '../../core/model/account/hold.js'
import { CONDITION_UNITS, PAYOUT_CONDITIONS } from '../../core/model/account/payout-condition.js'
import { PAYOUT_STATUSES, REJECTION_CODES } from '../../core/model/account/payout.js'
import { CLOSE_REASONS } from '../../core/model/account/position.js'
import { SWITCH_ACTIONS } from '../../core/model/account/trader-switch.js'
import { COPY_ACTIONS, SKIP_REASONS } from '../../core/model/copied.js'
import {
  COPIED_KINDS,
  COPY_LINK_STATUSES,
  COPY_ROLES,
  LOT_ROUNDINGS,
  REFUSAL_ACTIONS,
  SIZING_MODES,
} from '../../core/model/copy-link.js'
import { EVENT_TYPES } from '../../core/model/events.js'
import { VENUE_STATES } from '../../core/model/live/venue-request.js'
import { ASSET_CLASSES, VENUE_IDS } from '../../core/model/market/instrument.js'
import { ALERT_RESULTS, DEDUPLICATIONS, HOOK_OUTCOMES } from '../../core/model/hook-delivery.js'
import { ANALYTICS_GROUPS } from '../../core/read/analytics.js'
import { MARKET_STATUSES, STALE_REASONS } from '../../core/model/market/market-view.js'
import { OVERNIGHT_MODES } from '../../core/model/market/venue-costs.js'
import { CANCELLED_BY } from '../../core/model/order/order-reason.js'
import { ORDER_STATUSES } from '../../core/model/order/order-status.js'
import { ORDER_KINDS, TIMES_IN_FORCE, TRIGGER_STATES } from '../../core/model/order/order.js'
import { ORIGINS } from '../../core/model/order/origin.js'
import { DIRECTIONS, SIDES } from '../../core/model/order/side.js'
import { TRIGGER_SOURCES } from '../../core/model/order/trigger.js'
import { BREACH_ACTIONS, BREACH_RULES, FLOOR_RULES } from '../../core/model/plan/breach.js'
import {
  AMOUNT_BASES,
  DRAWDOWN_MODES,
  EVALUATIONS,
  LOSS_ACTIONS,
  PAYOUT_FLOORS,
  PEAKS,
  REFERENCES,
  STORED_REFERENCES,
} from '../../core/model/plan/loss-rules.js'
import { IMPACTS } from '../../core/model/plan/news-event.js'
import {
  COMPARISONS,
  CONSISTENCY_DENOMINATORS,
  CONSISTENCY_NUMERATORS,
  CONSISTENCY_USES,
  CONSISTENCY_WINDOWS,
  DAY_COUNTS,
  TARGET_BASES,
} from '../../core/model/plan/objective-rule.js'
import { COPYING_MODES } from '../../core/model/plan/order-rules.js'
import { EXECUTIONS, MARGIN_MODES } from '../../core/model/plan/plan.js'
import { ALL_RISK_RULES, SEVERITIES, UNITS } from '../../core/model/plan/violation.js'
import { OBJECTIVE_UNITS, OBJECTIVES } from '../../core/risk/objective-states.js'
import { SCALING_CONDITIONS, SCALING_UNITS } from '../../core/risk/scaling-progress.js'
import { DELIVERED_EVENT_TYPES, DELIVERY_STATUSES } from '../../core/model/webhook-delivery.js'
import {
  CHALLENGE_GRANT_KINDS,
  CHALLENGE_STATUSES,
  CHECK_STATUSES,
  PROMOTION_STATUSES,
} from '../../core/model/program/challenge.js'
import { PHASE_KINDS, PROMOTIONS } from '../../core/model/program/program.js'
import { CANDLE_INTERVALS } from '../../market/candles.js'

export const ENUM_NAMES: ReadonlyMap<readonly string[], string> = new Map<readonly string[], string>([
  [ACCOUNT_STATES, 'AccountState'],
  [ALERT_RESULTS, 'AlertResult'],
  [ALL_RISK_RULES, 'RiskRule'],
  [AMOUNT_BASES, 'LossAmountBase'],
  [ANALYTICS_GROUPS, 'AnalyticsGrouping'],
  [ASSET_CLASSES, 'AssetClass'],
  [BREACH_ACTIONS, 'BreachAction'],
  [BREACH_RULES, 'BreachedRule'],
  [CANCELLED_BY, 'CancelledBy'],
  [CANDLE_INTERVALS, 'CandleInterval'],
  [CHALLENGE_GRANT_KINDS, 'ChallengeGrantKind'],
  [CHALLENGE_STATUSES, 'ChallengeStatus'],
  [CLOSE_REASONS, 'CloseReason'],
  [COMPARISONS, 'Comparison'],
  [CONDITION_UNITS, 'ConditionUnit'],
  [CONSISTENCY_DENOMINATORS, 'ConsistencyDenominator'],
  [CONSISTENCY_NUMERATORS, 'ConsistencyNumerator'],
  [CONSISTENCY_USES, 'ConsistencyUse'],
  [CONSISTENCY_WINDOWS, 'ConsistencyWindow'],
  [COPIED_KINDS, 'CopiedKind'],
  [COPY_ACTIONS, 'CopyAction'],
  [COPY_LINK_STATUSES, 'CopyLinkStatus'],
  [COPY_ROLES, 'CopyRole'],
  [COPYING_MODES, 'Copying'],
  [DAY_COUNTS, 'DayCount'],
  [DELIVERED_EVENT_TYPES, 'DeliveredEventType'],
  [DELIVERY_STATUSES, 'DeliveryStatus'],
  [DEDUPLICATIONS, 'AlertToldBy'],
  [DIRECTIONS, 'Direction'],
  [DRAWDOWN_MODES, 'DrawdownMode'],
  [EVALUATIONS, 'LossEvaluation'],
  [EVENT_TYPES, 'EventType'],
  [EXECUTIONS, 'Execution'],
  [FLOOR_RULES, 'FloorRule'],
  [HOLD_KINDS, 'HoldKind'],
  [HOOK_OUTCOMES, 'HookOutcome'],
  [CHECK_STATUSES, 'IdentityStatus'],
  [IMPACTS, 'Impact'],
  [LOSS_ACTIONS, 'DailyLossAction'],
  [LOT_ROUNDINGS, 'LotRounding'],
  [MARGIN_MODES, 'MarginMode'],
  [MARKET_STATUSES, 'MarketStatus'],
  [OBJECTIVE_UNITS, 'ObjectiveUnit'],
  [OBJECTIVES, 'ObjectiveName'],
  [ORDER_KINDS, 'OrderKind'],
  [ORDER_STATUSES, 'OrderStatus'],
  [ORIGINS, 'Origin'],
  [OVERNIGHT_MODES, 'OvernightMode'],
  [PAYOUT_CONDITIONS, 'PayoutConditionName'],
  [PAYOUT_FLOORS, 'PayoutFloor'],
  [PAYOUT_LIMITS, 'PayoutLimitName'],
  [PAYOUT_STATUSES, 'PayoutStatus'],
  [PEAKS, 'PeakOf'],
  [PHASE_KINDS, 'PhaseKind'],
  [PROMOTIONS, 'PhasePromotion'],
  [PROMOTION_STATUSES, 'PromotionStatus'],
  [REFERENCES, 'DailyLossReference'],
  [REFUSAL_ACTIONS, 'RefusalAction'],
  [REJECTION_CODES, 'RejectionCode'],
  [SCOPES, 'Scope'],
  [SCALING_CONDITIONS, 'ScalingConditionName'],
  [SCALING_UNITS, 'ScalingUnit'],
  [SEVERITIES, 'Severity'],
  [SIDES, 'Side'],
  [SKIP_REASONS, 'SkipReason'],
  [SIZING_MODES, 'SizingMode'],
  [STALE_REASONS, 'StaleReason'],
  [STORED_REFERENCES, 'DailyLossBase'],
  [SWITCH_ACTIONS, 'SwitchAction'],
  [TARGET_BASES, 'TargetBasis'],
  [TIMES_IN_FORCE, 'TimeInForce'],
  [TRIGGER_SOURCES, 'TriggerSource'],
  [TRIGGER_STATES, 'TriggerState'],
  [UNITS, 'Unit'],
  [VENUE_IDS, 'VenueId'],
  [VENUE_STATES, 'VenueState'],
  [WARNINGS, 'Warning'],
])
