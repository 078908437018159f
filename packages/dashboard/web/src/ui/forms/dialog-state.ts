import { useCallback, useState } from 'react'

/** The subject of a dialog, which stays while it fades out. */
export interface DialogState<Subject> {
  readonly subject: Subject | null
  readonly isOpen: boolean
  readonly open: (subject: Subject) => void
  readonly close: () => void
}

/** `first`: what it is open for from the beginning, if it is. */
export function useDialog<Subject>(first?: Subject): DialogState<Subject> {
  const [subject, setSubject] = useState<Subject | null>(first ?? null)
  const [isOpen, setOpen] = useState(first !== undefined)
  const open = useCallback((next: Subject) => {
    setSubject(next)
    setOpen(true)
  }, [])
  const close = useCallback(() => setOpen(false), [])
  return { subject, isOpen, open, close }
}
