import { Button, Text, useMantineColorScheme } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { logOut } from '../api/session.js'
import { text } from '../text/en/app.js'
import { Segments } from '../ui/forms/segments.js'
import { setZone, useZone } from '../ui/time/zone.js'
import { useSession } from './session-context.js'
import styles from './user-menu.module.css'

const MENU = 'user-menu'

/** Tells who is signed in, chooses how colours and times are shown, and logs out. */
export function UserMenu() {
  const { user } = useSession()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const zone = useZone()
  const initials = user.slice(0, 2).toUpperCase()
  const leaving = useMutation({ mutationFn: logOut })
  return (
    <>
      <button
        type="button"
        className={styles.button}
        popoverTarget={MENU}
        aria-label={text.userOf(initials)}
        title={text.user}
      >
        {initials}
      </button>
      <div id={MENU} popover="auto" className={styles.menu}>
        <Text size="sm" className={styles.user}>
          {text.signedInAs(user)}
        </Text>
        <span className={styles.label}>{text.theme}</span>
        <Segments label={text.theme} options={text.themes} value={colorScheme} onChange={setColorScheme} />
        <span className={styles.label}>{text.zone}</span>
        <Segments label={text.zone} options={text.zones} value={zone} onChange={setZone} />
        <Button variant="default" loading={leaving.isPending} onClick={() => leaving.mutate()}>
          {text.logOut}
        </Button>
      </div>
    </>
  )
}
