import { Notifications } from '@mantine/notifications'
import '@mantine/notifications/styles.layer.css'

/** The place where short messages appear (`notify`). */
export default function Toasts() {
  return <Notifications position="bottom-right" limit={4} autoClose={6000} />
}
