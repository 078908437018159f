import { Button, Group, Modal, Stack } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, type ReactNode } from 'react'
import { ApiError } from '../../api/api-error.js'
import { text } from '../../text/en/common.js'
import { Problem } from '../states.js'
import { Violations } from '../violations.js'

interface ConfirmDialogProps {
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly title: string
  /** A sentence that says what will happen; and fields, if the action takes any. */
  readonly children: ReactNode
  readonly confirm: string
  /** The name of the button that does nothing, where "Cancel" would be ambiguous. */
  readonly dismiss?: string
  readonly isDangerous?: boolean
  readonly isDisabled?: boolean
  /** The dialog closes when it is done, and shows why when it fails. */
  readonly onConfirm: () => Promise<unknown>
}

/** Asks before something happens; tells, if it was refused, which rule did. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const {
    isOpen,
    onClose,
    title,
    children,
    confirm,
    dismiss = text.cancel,
    isDangerous = false,
    isDisabled = false,
    onConfirm,
  } = props
  const { mutate, isPending, error, reset } = useMutation({ mutationFn: onConfirm, onSuccess: onClose })
  // Known immediately: a second click may come before the button is disabled.
  const isUnderWay = useRef(false)
  const submit = (): void => {
    if (isUnderWay.current) return
    isUnderWay.current = true
    mutate(undefined, { onSettled: () => void (isUnderWay.current = false) })
  }
  useFocusReturn(isOpen)
  const close = (): void => {
    if (isPending) return
    reset()
    onClose()
  }
  return (
    <Modal opened={isOpen} onClose={close} title={title} centered closeButtonProps={{ 'aria-label': text.close }}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <Stack gap="md">
          {children}
          {error !== null && <Refusal error={error} />}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={close} disabled={isPending}>
              {dismiss}
            </Button>
            <Button
              type="submit"
              loading={isPending}
              disabled={isDisabled}
              color={isDangerous ? 'red.8' : undefined}
              data-autofocus={isDangerous ? undefined : true}
            >
              {confirm}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}

/** The failure of a change: the rules, if rules refused it. */
export function Refusal({ error }: { readonly error: Error }) {
  const violations = error instanceof ApiError ? (error.body.violations ?? []) : []
  return violations.length > 0 ? <Violations violations={violations} /> : <Problem problem={error} />
}

/** Gives the focus back to what opened the dialog, also where the dialog is taken away instead of being closed. */
function useFocusReturn(isOpen: boolean): void {
  useEffect(() => {
    if (!isOpen) return
    const opener = document.activeElement
    return () => {
      if (document.activeElement === document.body && opener instanceof HTMLElement) opener.focus()
    }
  }, [isOpen])
}
