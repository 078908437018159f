import { text } from '../text/en/common.js'

/** Says in a corner that something was done: never the only place where it can be seen. */
export async function notify(message: string): Promise<void> {
  const { notifications } = await import('@mantine/notifications')
  notifications.show({ message, withBorder: true, closeButtonProps: { 'aria-label': text.close } })
}
