import styles from './code-block.module.css'

interface CodeBlockProps {
  readonly label: string
  readonly code: string
}

/** Lines of a program or of JSON, which scroll by themselves. */
export const CodeBlock = ({ label, code }: CodeBlockProps) => (
  <pre className={styles.code} tabIndex={0} role="group" aria-label={label}>
    <code>{code}</code>
  </pre>
)
