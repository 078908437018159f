type TabStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'clear'>

/** The forms that are being filled in, over a login: they are written when the page is left for it. */
export interface FormDrafts {
  /** Names a form, and what is to be kept of it: undefined for nothing. @returns forgets it */
  readonly add: (name: string, content: () => unknown) => () => void
  /** Writes what the forms hold now. */
  readonly keep: () => void
  /** Writes one form now, so that it outlives a reload as well. */
  readonly write: (name: string, content: unknown) => void
  readonly read: (name: string) => unknown
  readonly drop: (name: string) => void
  /** Drops what another user of the same tab has left. */
  readonly begin: (user: string) => void
}

const USER = 'user'
const keyOf = (name: string): string => `form:${name}`

export function createFormDrafts(storage: () => TabStorage): FormDrafts {
  const open = new Map<string, () => unknown>()
  const write = (name: string, content: unknown): void => storage().setItem(keyOf(name), JSON.stringify(content))
  return {
    write,
    add: (name, content) => {
      open.set(name, content)
      return () => {
        if (open.get(name) === content) open.delete(name)
      }
    },
    keep: () => {
      for (const [name, content] of open) {
        const form = content()
        if (form !== undefined) write(name, form)
      }
    },
    read: (name) => JSON.parse(storage().getItem(keyOf(name)) ?? 'null') as unknown,
    drop: (name) => storage().removeItem(keyOf(name)),
    begin: (user) => {
      if (storage().getItem(USER) !== user) storage().clear()
      storage().setItem(USER, user)
    },
  }
}

export const formDrafts = createFormDrafts(() => window.sessionStorage)
