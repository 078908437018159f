import { formDrafts } from './form-drafts.js'

type Place = Pick<Location, 'pathname' | 'search'>

const LOGIN = '/login'

/** The address of the login, with the way back. Another address than one of the login is not followed. */
export function loginAddress({ pathname, search }: Place, told: string | undefined = LOGIN): string {
  const [path, terms] = told.split('?')
  const query = new URLSearchParams(path === LOGIN ? terms : '')
  query.set('return_to', pathname + search)
  return `${LOGIN}?${query.toString()}`
}

/** Leaves for the login, once, with the way back; what is being filled in is kept until then. */
export function createLoginRedirect(location: Place & Pick<Location, 'assign'>): () => void {
  let isLeaving = false
  return () => {
    if (isLeaving) return
    isLeaving = true
    formDrafts.keep()
    location.assign(loginAddress(location))
  }
}
