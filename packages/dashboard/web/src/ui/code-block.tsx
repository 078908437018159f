import styles from './code-block.module.css'

interface CodeBlockProps {
  readonly label: string
  readonly code: string
  /** It may have any number of lines: it scrolls within a part of the window. */
  readonly isLong?: boolean
}

/** Lines of a program or of JSON, which scroll by themselves. */
export const CodeBlock = ({ label, code, isLong = false }: CodeBlockProps) => (
  <pre className={styles.code} data-long={isLong} tabIndex={0} role="group" aria-label={label}>
    <code>{code}</code>
  </pre>
)
