import styles from './short-id.module.css'

const TAIL = 8

/**
 * An id by its end, which tells apart what was made at the same time. All of it is there to be copied, searched and
 * read out; on a phone, where rows are cards, it is shown whole.
 */
export const ShortId = ({ id }: { readonly id: string }) => (
  <code className={styles.id} title={id}>
    <span className={styles.head}>{id.slice(0, -TAIL)}</span>
    {id.slice(-TAIL)}
  </code>
)
