import { useCallback, useState } from 'react'

/** The subject of a dialog, which stays while it fades out. */
export interface DialogState<Subject> {
  readonly subject: Subject | null
  readonly isOpen: boolean
  readonly open: (subject: Subject) => void
  readonly close: () => void
}

export function useDialog<Subject>(): DialogState<Subject> {
  const [subject, setSubject] = useState<Subject | null>(null)
  const [isOpen, setOpen] = useState(false)
  const open = useCallback((next: Subject) => {
    setSubject(next)
    setOpen(true)
  }, [])
  const close = useCallback(() => setOpen(false), [])
  return { subject, isOpen, open, close }
}
