import type { ReactNode } from 'react'
import styles from './facts.module.css'

/** Names and values side by side, as many columns as there is room for. */
export const Facts = ({ children }: { readonly children: ReactNode }) => <dl className={styles.facts}>{children}</dl>

export const Fact = ({ name, children }: { readonly name: string; readonly children: ReactNode }) => (
  <div className={styles.fact}>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
)
