import { Skeleton } from '@mantine/core'
import { Panel } from '../../ui/panel.js'
import styles from './plan-editor.module.css'

const FIELDS = [0, 1, 2, 3]

/** The form of the day that rules are tried on before it is there: of its size at every width. */
export const ScenarioSkeleton = () => (
  <div aria-busy>
    <Panel>
      <Skeleton className={styles.headWaits} mb="sm" />
      <div className={styles.fields}>
        {FIELDS.map((place) => (
          <Skeleton key={place} className={styles.fieldWaits} />
        ))}
      </div>
    </Panel>
  </div>
)
