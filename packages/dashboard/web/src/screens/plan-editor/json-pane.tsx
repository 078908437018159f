import { Button, Group, Text } from '@mantine/core'
import type { RefObject } from 'react'
import { text } from '../../text/en/firm/plan-editor.js'
import { Panel } from '../../ui/panel.js'
import { positionOf, type ParsedJson } from './json/parse-json.js'
import { unknownPaths } from './plan-fields.js'
import styles from './plan-editor.module.css'

interface JsonPaneProps {
  readonly document: string
  readonly parsed: ParsedJson
  readonly area: RefObject<HTMLTextAreaElement | null>
  readonly onChange: (document: string) => void
  /** Shows a place of the document. */
  readonly onShow: (start: number, end: number) => void
}

/** The plan as JSON: where it cannot be read, and what of it the form does not show. */
export function JsonPane({ document, parsed, area, onChange, onShow }: JsonPaneProps) {
  const { root, problem } = parsed
  const isObject = root?.kind === 'object'
  const unknown = isObject ? unknownPaths(root) : []
  return (
    <div className={styles.json}>
      <Panel title={text.json}>
        <Text size="sm" c="dimmed" mb="xs">
          {text.jsonHint}
        </Text>
        <textarea
          ref={area}
          className={styles.text}
          aria-label={text.jsonLabel}
          aria-invalid={!isObject}
          aria-describedby="json-status"
          value={document}
          spellCheck={false}
          autoComplete="off"
          autoCapitalize="off"
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
        />
        <div id="json-status" role="status">
          {problem !== undefined ? (
            <Group gap="xs" mt={6}>
              <Text size="sm" c="var(--mantine-color-error)">
                {problemText(document, problem.at)}: {text.jsonFaults[problem.fault]}
              </Text>
              <Button size="compact-sm" variant="default" onClick={() => onShow(problem.at, problem.at + 1)}>
                {text.goTo}
              </Button>
            </Group>
          ) : (
            <Text size="sm" mt={6} c={isObject ? 'dimmed' : 'var(--mantine-color-error)'}>
              {isObject ? text.jsonFine(document.split('\n').length) : text.notObject}
            </Text>
          )}
          {unknown.length > 0 && (
            <div>
              <Text size="sm">{text.unknown}</Text>
              <ul className={styles.list}>
                {unknown.map((name) => (
                  <li key={name}>
                    <code>{name}</code>
                  </li>
                ))}
              </ul>
            </div>
          )}
        </div>
      </Panel>
    </div>
  )
}

function problemText(document: string, at: number): string {
  const { line, column } = positionOf(document, at)
  return text.position(line, column)
}
