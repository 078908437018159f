import { stateName } from '../text/en/common.js'
import styles from './state-badge.module.css'

/** The state of an account, in a word and a colour. */
export const StateBadge = ({ state }: { readonly state: string }) => (
  <span className={styles.badge} data-state={state}>
    {stateName(state)}
  </span>
)
