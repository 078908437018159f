import type { HistoryOptions } from './account-reads.js'
import { unwrap, type EngineApi } from './engine-api.js'
import { nextTo, rowsOf, type Rows } from './pages.js'
import type { CallOptions } from './transport/transport.js'
import type { BodyOf, CopyEvent, CopyLink, Operations } from './types.js'

/** Links by which an account orders what another one fills. */
export class CopyLinks {
  readonly #api: EngineApi

  constructor(api: EngineApi) {
    this.#api = api
  }

  /** The links of the caller's accounts, the newest first, invitations and ended ones among them. */
  list({ from, to, pageSize: limit = 500, ...options }: HistoryOptions = {}): Rows<CopyLink> {
    return rowsOf(to, async (end: string | undefined) => {
      const call = { params: { query: { from, to: end, limit } }, ...this.#reading(options) }
      const { data = [], response } = await this.#api.http.GET('/v1/copy-links', call)
      return { rows: data, next: nextTo(response) }
    })
  }

  get(id: string, options?: CallOptions): Promise<CopyLink> {
    return unwrap(this.#api.http.GET(ONE, { params: paramsOf(id), ...this.#reading(options) }))
  }

  /** ACTIVE between accounts of the caller; else the owner of the follower is invited. */
  create(link: BodyOf<Operations['createCopyLink']>, options?: CallOptions): Promise<CopyLink> {
    const call = { body: link, ...this.#api.through({ ...options, repeat: { kind: 'once', lookUp: LOOK_UP } }) }
    return unwrap(this.#api.http.POST('/v1/copy-links', call))
  }

  /** As the owner of the follower: `status` ACTIVE accepts an invitation, or goes on after a pause. */
  change(id: string, changes: BodyOf<Operations['changeCopyLink']>, options?: CallOptions): Promise<CopyLink> {
    return unwrap(this.#api.http.PATCH(ONE, { params: paramsOf(id), body: changes, ...this.#same(options) }))
  }

  /** Orders what the follower lacks, or has too much of; what its plan refuses stays in `drift`. */
  sync(id: string, options?: CallOptions): Promise<CopyLink> {
    return unwrap(this.#api.http.POST(`${ONE}/sync`, { params: paramsOf(id), ...this.#same(options) }))
  }

  /** Ends a link, or declines an invitation; repeating it is safe. */
  end(id: string, options?: CallOptions): Promise<CopyLink> {
    return unwrap(this.#api.http.DELETE(ONE, { params: paramsOf(id), ...this.#same(options) }))
  }

  /** The outcome of each copy, the latest first; for the owner of the follower. */
  events(id: string, { from, to, pageSize: limit = 500, ...options }: HistoryOptions = {}): Rows<CopyEvent> {
    return rowsOf(to, async (end: string | undefined) => {
      const query = { from, to: end, limit }
      const call = { params: { path: { copy_link_id: id }, query }, ...this.#reading(options) }
      const { data = [], response } = await this.#api.http.GET(`${ONE}/events`, call)
      return { rows: data, next: nextTo(response) }
    })
  }

  #reading(options: CallOptions = {}): ReturnType<EngineApi['through']> {
    return this.#api.through({ ...options, repeat: { kind: 'read' } })
  }

  #same(options: CallOptions = {}): ReturnType<EngineApi['through']> {
    return this.#api.through({ ...options, repeat: { kind: 'same', lookUp: LOOK_UP } })
  }
}

const ONE = '/v1/copy-links/{copy_link_id}'
const LOOK_UP = 'read copyLinks.list()'
const paramsOf = (id: string) => ({ path: { copy_link_id: id } })
