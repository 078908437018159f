import { Button, Drawer } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useState, type ReactNode } from 'react'
import { text as common } from '../../text/en/common.js'
import { text } from '../../text/en/ticket.js'
import { Panel } from '../../ui/panel.js'
import styles from './market.module.css'

/** The ticket stands beside the chart; on a phone it is a sheet that a button opens. */
export function TicketPlace({ children }: { readonly children: (onDone?: () => void) => ReactNode }) {
  const isNarrow = useMediaQuery('(max-width: 62em)', undefined, { getInitialValueInEffect: false })
  const [isOpen, setOpen] = useState(false)
  const close = (): void => setOpen(false)
  if (isNarrow !== true)
    return (
      <aside aria-label={text.title}>
        <Panel>{children()}</Panel>
      </aside>
    )
  return (
    <>
      <div className={styles.opener}>
        <Button fullWidth size="md" onClick={() => setOpen(true)}>
          {text.openTicket}
        </Button>
      </div>
      <Drawer
        opened={isOpen}
        onClose={close}
        position="bottom"
        size="92%"
        title={text.title}
        closeButtonProps={{ 'aria-label': common.close }}
      >
        {children(close)}
      </Drawer>
    </>
  )
}
