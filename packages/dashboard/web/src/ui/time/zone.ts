import { useSyncExternalStore } from 'react'
import type { Zone } from './time.js'

const KEY = 'zone'
const CHANGED = 'zone-changed'

const read = (): Zone => (window.localStorage.getItem(KEY) === 'UTC' ? 'UTC' : 'local')

function subscribe(listener: () => void): () => void {
  window.addEventListener('storage', listener)
  window.addEventListener(CHANGED, listener)
  return () => {
    window.removeEventListener('storage', listener)
    window.removeEventListener(CHANGED, listener)
  }
}

/** The zone in which times are shown, in all tabs. */
export const useZone = (): Zone => useSyncExternalStore(subscribe, read)

/** Its name in the IANA database. */
export const zoneId = (zone: Zone): string =>
  zone === 'UTC' ? 'UTC' : new Intl.DateTimeFormat().resolvedOptions().timeZone

export function setZone(zone: Zone): void {
  window.localStorage.setItem(KEY, zone)
  window.dispatchEvent(new Event(CHANGED))
}
