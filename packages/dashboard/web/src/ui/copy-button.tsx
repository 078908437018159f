import { Button } from '@mantine/core'
import { useState } from 'react'
import { text } from '../text/en/common.js'

interface CopyButtonProps {
  /** A name of the text, for those who do not see where the button is. */
  readonly label: string
  readonly value: string
}

/** Copies a text; says so, or that the browser does not allow it. */
export function CopyButton({ label, value }: CopyButtonProps) {
  const [state, setState] = useState<'ready' | 'copied' | 'refused'>('ready')
  const copy = (): void => {
    // Without a secure context there is no clipboard.
    const writing = window.isSecureContext ? navigator.clipboard.writeText(value) : Promise.reject(new Error())
    writing.then(
      () => setState('copied'),
      () => setState('refused'),
    )
  }
  const said = { ready: text.copy, copied: text.copied, refused: text.notCopied }[state]
  return (
    <Button size="compact-sm" variant="default" onClick={copy} aria-label={`${said} ${label}`} aria-live="polite">
      {said}
    </Button>
  )
}
