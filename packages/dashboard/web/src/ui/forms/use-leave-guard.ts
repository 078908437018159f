import { use, useEffect, useRef, useState } from 'react'
import { UNSAFE_NavigationContext as NavigationContext } from 'react-router'
import { wayBack } from '../way-back.js'

export interface LeaveGuard {
  readonly isAsking: boolean
  /** Goes where the user was about to go. */
  readonly leave: () => void
  readonly stay: () => void
  /** Asks no more, for what the page does itself. */
  readonly allow: () => void
}

interface RouterState {
  readonly idx?: number
}

/** The place of the page in the history of the tab, as the router counts it. */
const placeInHistory = (): number => (window.history.state as RouterState | null)?.idx ?? 0

interface NavigateEvent extends Event {
  readonly destination: { readonly url: string }
}

/**
 * Asks before a page with unsaved changes is left: by a link, by the search, by the way back, or with the tab. The
 * login is no way out: who logs in again comes back to the page, and what it keeps in the session is still there.
 */
export function useLeaveGuard(isDirty: boolean): LeaveGuard {
  const { navigator } = use(NavigationContext)
  const [pending, setPending] = useState<(() => void) | null>(null)
  const isAllowed = useRef(false)

  useEffect(() => {
    if (!isDirty) return undefined
    isAllowed.current = false
    const here = placeInHistory()
    const before = { push: navigator.push.bind(navigator), replace: navigator.replace.bind(navigator) }
    const { pathname } = window.location
    let [isReturning, isToLogin] = [false, false]

    const guarded =
      (go: typeof before.push): typeof before.push =>
      (to, state, options) => {
        const target = typeof to === 'string' ? new URL(to, window.location.href).pathname : to.pathname
        if (isAllowed.current || target === pathname) go(to, state, options)
        else setPending(() => () => go(to, state, options))
      }
    const onPop = (event: PopStateEvent): void => {
      if (isAllowed.current) return
      event.stopImmediatePropagation()
      if (isReturning) {
        isReturning = false
        return
      }
      const steps = placeInHistory() - here
      if (steps === 0) return
      isReturning = true
      window.history.go(-steps)
      setPending(() => () => window.history.go(steps))
    }
    const onNavigate = (event: Event): void => {
      isToLogin = new URL((event as NavigateEvent).destination.url).pathname === '/login'
    }
    const onUnload = (event: BeforeUnloadEvent): void => {
      if (!isToLogin && !isAllowed.current) event.preventDefault()
    }

    Object.assign(navigator, { push: guarded(before.push), replace: guarded(before.replace) })
    const { navigation } = window as { readonly navigation?: EventTarget }
    navigation?.addEventListener('navigate', onNavigate)
    const endWayBack = wayBack.guard(onPop)
    window.addEventListener('beforeunload', onUnload)
    return () => {
      Object.assign(navigator, before)
      navigation?.removeEventListener('navigate', onNavigate)
      endWayBack()
      window.removeEventListener('beforeunload', onUnload)
    }
  }, [isDirty, navigator])

  return {
    isAsking: pending !== null,
    leave: () => {
      isAllowed.current = true
      pending?.()
      setPending(null)
    },
    stay: () => setPending(null),
    allow: () => {
      isAllowed.current = true
    },
  }
}
