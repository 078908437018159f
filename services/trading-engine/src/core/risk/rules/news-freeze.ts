/**
 * News freeze: around a scheduled event that concerns the instrument, the plan accepts no orders that open (scope
 * OPENING), or no orders at all (ALL). What was placed before to reduce a position still does. The window is in `news`.
 */
import type { Freeze } from '../../calendar/news.js'
import { formatTimestamp } from '../../values/time.js'
import { plainFinding, type Rule } from '../finding.js'

export const newsFreeze: Rule = ({ account, freeze, isReducing, instrument }) =>
  plainFinding(
    freeze !== null && !(isReducing && account.plan.risk.newsFreeze?.scope === 'OPENING'),
    () => (freeze === null ? '' : `${instrument.symbol} is frozen around ${describeFreeze(freeze)}`),
    freeze?.endsAt,
  )

const describeFreeze = ({ event, endsAt }: Freeze): string =>
  `"${event.title}" (${event.impact}) at ${formatTimestamp(event.at)}, until ${formatTimestamp(endsAt)}`
