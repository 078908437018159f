import { lazy, type ComponentType } from 'react'
import type { Role } from '../api/session.js'

/** A screen: its path, who sees it, and its name in the navigation (none: it is reached from another screen). */
export interface Screen {
  readonly path: string
  readonly role: Role
  readonly nav?: {
    readonly group: 'trading' | 'developers' | 'firm'
    readonly label: string
    readonly keywords?: string
    /** Found by search and reached from another screen, and not listed: the list stays short. */
    readonly isUnlisted?: true
    /** The feature of the engine that it is for: without it nothing leads to the screen. */
    readonly feature?: string
  }
  readonly Component: ComponentType
  /** Fetches the program of the screen ahead of its first showing. */
  readonly fetch: () => void
}

interface ScreenModule {
  readonly default: ComponentType
}

/** A screen whose program is fetched when it is first shown, with the styles of the controls it may use. */
export function screen(place: Omit<Screen, 'Component' | 'fetch'>, load: () => Promise<ScreenModule>): Screen {
  const fetchAll = () => Promise.all([load(), import('./controls.css')])
  return {
    ...place,
    Component: lazy(async () => (await fetchAll())[0]),
    // One that fails is told when it is shown, which tries again.
    fetch: () => void fetchAll().catch(() => undefined),
  }
}
