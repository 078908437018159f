import { queryOptions } from '@tanstack/react-query'
import type { BodyOf, CopyEvent, CopyLink, Operations } from '@ats/sdk/types'
import { bodyOf, engine } from './clients.js'
import { pageOf } from './pages.js'
import { pagedQuery, type ReadPage } from './paged.js'

/** All that is known of links begins with this key: what changes one invalidates it. */
export const COPY_LINKS = ['copy-links'] as const

const PAGE = 50
const pathOf = (id: string) => ({ path: { copy_link_id: id } })

const readLinks: ReadPage<CopyLink> = async ({ to, limit = PAGE, signal }) => {
  const { data: rows = [], response } = await engine.GET('/v1/copy-links', {
    params: { query: { limit, ...(to !== undefined && { to }) } },
    signal: signal ?? null,
  })
  return pageOf(rows, response.headers)
}

/** Links of the user's accounts, the newest first, a page more each time. */
export const copyLinksQuery = pagedQuery([...COPY_LINKS, 'list'], readLinks)

/** A link with its drift, for the owner of the follower. */
export const copyLinkQuery = (id: string) =>
  queryOptions({
    queryKey: [...COPY_LINKS, id, 'record'],
    queryFn: ({ signal }): Promise<CopyLink> =>
      bodyOf(engine.GET('/v1/copy-links/{copy_link_id}', { params: pathOf(id), signal })),
  })

export const copyEventsOf = (id: string) => [...COPY_LINKS, id, 'events'] as const

export const readCopyEventsOf =
  (id: string): ReadPage<CopyEvent> =>
  async ({ to, limit = PAGE, signal }) => {
    const { data: rows = [], response } = await engine.GET('/v1/copy-links/{copy_link_id}/events', {
      params: { ...pathOf(id), query: { limit, ...(to !== undefined && { to }) } },
      signal: signal ?? null,
    })
    return pageOf(rows, response.headers)
  }

export type NewCopyLink = BodyOf<Operations['createCopyLink']>

export const createCopyLink = (body: NewCopyLink): Promise<CopyLink> => bodyOf(engine.POST('/v1/copy-links', { body }))

export type CopyLinkChange = BodyOf<Operations['changeCopyLink']>

/** A status of ACTIVE accepts an invitation too. */
export const changeCopyLink = (id: string, body: CopyLinkChange): Promise<CopyLink> =>
  bodyOf(engine.PATCH('/v1/copy-links/{copy_link_id}', { params: pathOf(id), body }))

export const endCopyLink = (id: string): Promise<CopyLink> =>
  bodyOf(engine.DELETE('/v1/copy-links/{copy_link_id}', { params: pathOf(id) }))

export const syncCopyLink = (id: string): Promise<CopyLink> =>
  bodyOf(engine.POST('/v1/copy-links/{copy_link_id}/sync', { params: pathOf(id) }))
