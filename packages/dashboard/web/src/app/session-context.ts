import { createContext, use } from 'react'
import type { Session } from '../api/session.js'

export const SessionContext = createContext<Session | null>(null)

export function useSession(): Session {
  const session = use(SessionContext)
  if (session === null) throw new Error('nobody is signed in here')
  return session
}
