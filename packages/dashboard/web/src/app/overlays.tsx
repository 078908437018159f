import { lazy, Suspense, useEffect, useState } from 'react'
import type { Screen } from './screen.js'

const Search = lazy(() => import('./search.js'))
const Help = lazy(() => import('./help.js'))
const Toasts = lazy(() => import('./toasts.js'))

const OPEN = 'overlay-open'
type Overlay = 'search' | 'help' | 'toasts'

const open = (overlay: Overlay) => window.dispatchEvent(new CustomEvent<Overlay>(OPEN, { detail: overlay }))
export const openSearch = (): void => void open('search')
export const openHelp = (): void => void open('help')

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName))

function overlayOf(event: KeyboardEvent): Overlay | null {
  if (event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey)) return 'search'
  if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return null
  return event.key === '?' ? 'help' : event.key === '/' ? 'search' : null
}

/** Search and help, which are fetched when they are first opened, by a key or a button. */
export function Overlays({ screens }: { readonly screens: readonly Screen[] }) {
  const [shown, setShown] = useState<Overlay | null>(null)
  useEffect(() => {
    const onOpen = (event: Event): void => setShown((event as CustomEvent<Overlay>).detail)
    const onKey = (event: KeyboardEvent): void => {
      const overlay = overlayOf(event)
      if (overlay === null) return
      event.preventDefault()
      setShown(overlay)
    }
    window.addEventListener(OPEN, onOpen)
    window.addEventListener('keydown', onKey)
    return () => {
      window.removeEventListener(OPEN, onOpen)
      window.removeEventListener('keydown', onKey)
    }
  }, [])
  const close = (): void => setShown(null)
  return (
    <Suspense>
      {shown === 'search' && <Search screens={screens} onClose={close} />}
      {shown === 'help' && <Help onClose={close} />}
      <Toasts />
    </Suspense>
  )
}
