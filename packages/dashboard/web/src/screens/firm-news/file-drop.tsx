import { Alert, Text } from '@mantine/core'
import { useState, type DragEvent } from 'react'
import type { CalendarFile } from '../../api/firm/firm-news.js'
import { text } from '../../text/en/firm/firm-news.js'
import styles from './firm-news.module.css'

/** Takes a calendar by drop, or by the dialog of the browser. */
export function FileDrop({ onFile }: { readonly onFile: (file: CalendarFile) => void }) {
  const [isOver, setOver] = useState(false)
  const [isUnreadable, setUnreadable] = useState(false)
  const take = (file: File | undefined): void => {
    if (file === undefined) return
    file.text().then(
      (content) => {
        setUnreadable(false)
        onFile({ name: file.name, text: content })
      },
      () => setUnreadable(true),
    )
  }
  const onDrag = (event: DragEvent, over: boolean): void => {
    event.preventDefault()
    setOver(over)
  }
  return (
    <div
      className={styles.drop}
      data-over={isOver}
      onDragOver={(event) => onDrag(event, true)}
      onDragLeave={(event) => onDrag(event, false)}
      onDrop={(event) => {
        onDrag(event, false)
        take(event.dataTransfer.files[0])
      }}
    >
      <Text size="sm">{text.drop}</Text>
      <input
        type="file"
        aria-label={text.choose}
        accept=".json,.ics,application/json,text/calendar"
        onChange={({ currentTarget }) => {
          take(currentTarget.files?.[0])
          currentTarget.value = ''
        }}
      />
      <Text size="xs" c="dimmed">
        {text.formats}
      </Text>
      {isUnreadable && (
        <Alert color="red" variant="light" role="alert">
          {text.unreadable}
        </Alert>
      )}
    </div>
  )
}
