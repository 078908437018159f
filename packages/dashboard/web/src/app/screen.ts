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
  }
  readonly Component: ComponentType
}

interface ScreenModule {
  readonly default: ComponentType
}

/** A screen whose program is fetched when it is first shown, with the styles of the controls it may use. */
export const screen = (place: Omit<Screen, 'Component'>, load: () => Promise<ScreenModule>): Screen => ({
  ...place,
  Component: lazy(async () => (await Promise.all([load(), import('./controls.css')]))[0]),
})
