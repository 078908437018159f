import styles from './side.module.css'

interface SideProps {
  readonly isUp: boolean
  readonly children: string
}

/** Long or short, buy or sell: a word and a colour. */
export const Side = ({ isUp, children }: SideProps) => (
  <span className={isUp ? styles.up : styles.down}>{children}</span>
)
