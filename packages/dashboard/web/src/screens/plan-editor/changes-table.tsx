import { text, wordsOf } from '../../text/en/firm/plan-editor.js'
import { sectionOf } from './plan-fields.js'
import styles from './plan-editor.module.css'

export interface ShownChange {
  readonly name: string
  readonly before: string | null
  readonly after: string | null
}

/** Fields that differ, as they were and as they are. */
export const ChangesTable = ({
  label,
  changes,
}: {
  readonly label: string
  readonly changes: readonly ShownChange[]
}) => (
  <table className={styles.changes} aria-label={label}>
    <thead>
      <tr>
        <th scope="col">{text.change.field}</th>
        <th scope="col">{text.change.before}</th>
        <th scope="col">{text.change.after}</th>
      </tr>
    </thead>
    <tbody>
      {changes.map(({ name, before, after }) => (
        <tr key={name}>
          <td>{titleOf(name)}</td>
          <td className={styles.before}>{before ?? text.absent}</td>
          <td>{after ?? text.absent}</td>
        </tr>
      ))}
    </tbody>
  </table>
)

/** The same words name fields of several rules. */
function titleOf(name: string): string {
  const section = sectionOf(name)
  const { label } = wordsOf(name)
  return section === undefined || section.name === 'plan' ? label : `${text.sections[section.name]}: ${label}`
}
