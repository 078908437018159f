import type { NewsAdjustment, NewsFreeze } from '../../api/firm/firm-news.js'
import { text } from '../../text/en/firm/firm-news.js'
import { formatDecimal } from '../../ui/figures/format.js'
import { useNow } from '../../ui/time/clock.js'
import { TimeText } from '../../ui/time/time-text.js'
import styles from './firm-news.module.css'

interface EventEffectProps {
  readonly concerns: readonly string[]
  readonly freezes: readonly NewsFreeze[]
  readonly adjusts: readonly NewsAdjustment[]
}

/** The symbols that an event concerns, and the accounts that it freezes there, or whose profit it takes off. */
export const EventEffect = ({ concerns, freezes, adjusts }: EventEffectProps) => (
  <>
    {concerns.length === 0 ? (
      <div className={styles.about}>{text.concernsNone}</div>
    ) : (
      <details>
        <summary>{text.concerns(concerns.length)}</summary>
        <div className={styles.symbols}>{concerns.join(', ')}</div>
      </details>
    )}
    {freezes.length === 0 && adjusts.length === 0 ? (
      <div className={styles.about}>{text.freezesNothing}</div>
    ) : (
      <ul className={styles.freezes} aria-label={text.freezes}>
        {freezes.map((freeze) => (
          <Freeze key={`${freeze.plan_id} ${freeze.plan_version}`} freeze={freeze} what={text.scopes[freeze.scope]} />
        ))}
        {adjusts.map((adjustment) => (
          <Freeze
            key={`${adjustment.plan_id} ${adjustment.plan_version}`}
            freeze={adjustment}
            what={text.takesOff[adjustment.scope](formatDecimal(adjustment.counts_pct))}
          />
        ))}
      </ul>
    )}
  </>
)

interface FreezeProps {
  readonly freeze: NewsFreeze
  readonly what: string
}

function Freeze({ freeze, what }: FreezeProps) {
  const { plan_id: plan, plan_version: version, accounts, starts_at: from, ends_at: until } = freeze
  const now = useNow()
  const isInForce = Date.parse(from) <= now && now < Date.parse(until)
  return (
    <li>
      <TimeText at={from} /> – <TimeText at={until} isShort />: {what}, {text.version(plan, version)} (
      {text.accounts(accounts)}){isInForce && <span className={styles.force}> · {text.inForce}</span>}
    </li>
  )
}
