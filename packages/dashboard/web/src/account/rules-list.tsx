import type { RuleInWords } from './plan-rules.js'
import styles from './rules-list.module.css'

/** The rules of a plan, in words. */
export const RulesList = ({ rules }: { readonly rules: readonly RuleInWords[] }) => (
  <dl className={styles.rules}>
    {rules.map(({ name, sentence }) => (
      <div key={name} className={styles.rule}>
        <dt>{name}</dt>
        <dd>{sentence}</dd>
      </div>
    ))}
  </dl>
)
