import { useState } from 'react'
import { formDrafts } from '../../api/form-drafts.js'

/** A text that is being written. It outlives a reload and a login, and ends with its tab, or when it is dropped. */
export interface SessionDraft<T> {
  readonly draft: T | null
  readonly keep: (draft: T) => void
  readonly drop: () => void
}

export function useSessionDraft<T>(name: string): SessionDraft<T> {
  const [draft, setDraft] = useState(() => formDrafts.read(name) as T | null)
  return {
    draft,
    keep: (next) => {
      formDrafts.write(name, next)
      setDraft(next)
    },
    drop: () => {
      formDrafts.drop(name)
      setDraft(null)
    },
  }
}
