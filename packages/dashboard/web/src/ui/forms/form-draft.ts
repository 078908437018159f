import { useEffect, useRef, useState } from 'react'
import { formDrafts } from '../../api/form-drafts.js'

/** Whether the login has been passed while a form of this name was open. */
export const hasDraft = (name: string): boolean => formDrafts.read(name) !== null

/** Opens the form of one of these that was open when its user had to log in again. */
export function useResumedForm<T>(
  subjects: readonly T[],
  nameOf: (subject: T) => string,
  open: (subject: T) => void,
): void {
  const resume = useRef<() => void>(() => undefined)
  useEffect(() => {
    resume.current = () => subjects.filter((subject) => hasDraft(nameOf(subject))).forEach(open)
  })
  useEffect(() => resume.current(), [])
}

interface FormDraftTerms<T> {
  readonly name: string
  readonly empty: () => T
  /** The part that may be in the storage of the browser: no secrets. All of it, if not given. */
  readonly kept?: (form: T) => Partial<T>
  /** False while nobody sees the form. */
  readonly isOpen?: boolean
}

/** The content of a form, which a login does not lose: on the way back it is as it was. */
export function useFormDraft<T extends object>({
  name,
  empty,
  kept = (form) => form,
  isOpen = true,
}: FormDraftTerms<T>) {
  const [{ form, isKept }, setState] = useState(() => {
    const draft = formDrafts.read(name) as Partial<T> | null
    return { form: { ...empty(), ...draft }, isKept: draft !== null }
  })
  const content = useRef<() => unknown>(() => undefined)
  useEffect(() => {
    content.current = () => (isOpen ? kept(form) : undefined)
  })
  useEffect(() => {
    formDrafts.drop(name)
    return formDrafts.add(name, () => content.current())
  }, [name])
  return {
    form,
    /** It comes from before the login. */
    isKept,
    setForm: (next: (form: T) => T): void => setState((before) => ({ ...before, form: next(before.form) })),
  }
}
