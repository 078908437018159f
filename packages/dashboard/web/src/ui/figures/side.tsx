import { text } from '../../text/en/orders.js'
import styles from './side.module.css'

/** Long or short, buy or sell: a word and a colour. */
export const Side = ({ of }: { readonly of: keyof typeof text.sides }) => (
  <span className={of === 'BUY' || of === 'LONG' ? styles.up : styles.down}>{text.sides[of]}</span>
)
