import type { ReactNode } from 'react'
import styles from './tone-badge.module.css'

export type Tone = 'good' | 'warning' | 'bad' | 'plain'

/** A state in a word and a colour. */
export const ToneBadge = ({ tone, children }: { readonly tone: Tone; readonly children: ReactNode }) => (
  <span className={styles.badge} data-tone={tone}>
    {children}
  </span>
)
