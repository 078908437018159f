import { Alert, Button, Group, Modal, Stack } from '@mantine/core'
import { useEffect, type ReactNode } from 'react'

interface ShownOnceDialogProps {
  readonly title: string
  readonly size?: 'xl'
  /** The warning that it is not shown again. */
  readonly once: ReactNode
  readonly done: string
  readonly onClose: () => void
  /** A button to keep it, which has the focus; without one the button that closes has it. */
  readonly keep?: ReactNode
  readonly children: ReactNode
}

/** Shows secrets once. Only its button closes it: no Esc, no click beside it, and a reload is asked about. */
export function ShownOnceDialog({ title, size, once, done, onClose, keep, children }: ShownOnceDialogProps) {
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent): void => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [])
  const hasKeep = keep !== undefined
  return (
    <Modal
      opened
      onClose={() => undefined}
      closeOnEscape={false}
      closeOnClickOutside={false}
      withCloseButton={false}
      title={title}
      {...(size && { size })}
      centered
    >
      <Stack gap="md">
        <Alert color="yellow" variant="light" c="var(--mantine-color-text)">
          {once}
        </Alert>
        {children}
        <Group justify={hasKeep ? 'space-between' : 'flex-end'} {...(hasKeep && { gap: 'xs' })}>
          {keep}
          <Button onClick={onClose} {...(!hasKeep && { 'data-autofocus': true })}>
            {done}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
