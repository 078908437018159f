import { useMemo } from 'react'
import { text } from '../../text/en/firm/plan-examples.js'
import { decimalError } from '../../ui/forms/decimal-input.js'
import { useNow } from '../../ui/time/clock.js'
import { useZone } from '../../ui/time/zone.js'
import { exampleOf, SCENARIO_FIELDS, scenarioOf } from './example-text.js'
import type { JsonNode } from './json/parse-json.js'
import { readTerms } from './plan-terms.js'
import type { SectionName } from './sections/section.js'
import type { Scenario } from './worked-examples.js'
import styles from './plan-editor.module.css'

interface PlanExampleProps {
  readonly section: SectionName
  readonly root: JsonNode
  /** The figures of the day that the user has changed. */
  readonly typed: Partial<Scenario>
}

const MINUTE_MS = 60_000

/** The rule of a section tried on a day that the user may change. */
export default function PlanExample({ section, root, typed }: PlanExampleProps) {
  const zone = useZone()
  const now = Math.floor(useNow() / MINUTE_MS) * MINUTE_MS
  const terms = useMemo(() => readTerms(root), [root])
  const scenario = scenarioOf(terms.initial, typed)
  const isComplete = SCENARIO_FIELDS.every((field) => scenario[field] !== '' && decimalError(scenario[field]) === null)
  const sentences = isComplete ? exampleOf(section, terms, scenario, { now, zone }) : [text.waitsFigures]
  if (sentences?.length === 0) return null
  return (
    <div className={styles.example}>
      <h3>{text.example}</h3>
      {(sentences ?? [text.waits]).map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
    </div>
  )
}
