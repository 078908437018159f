import { sendRequest, type RawResponse } from '@ats/test-kit'

/** As much of a browser as a login needs: cookies by origin, and redirects that are followed by hand. */
export interface Browser {
  readonly cookies: ReadonlyMap<string, string>
  get(url: string): Promise<RawResponse>
  /** Sends a form. */
  post(url: string, fields: Readonly<Record<string, string>>): Promise<RawResponse>
  /** Follows redirects until one leads to `until`; resolves with that address. */
  follow(url: string, until: string): Promise<string>
}

const REDIRECTS_MAX = 12

export function createBrowser(): Browser {
  /** By origin and name. */
  const cookies = new Map<string, string>()

  async function visit(url: string, form?: string): Promise<RawResponse> {
    const { origin, pathname, search } = new URL(url)
    const mine = [...cookies].filter(([name]) => name.startsWith(`${origin} `))
    const cookie = mine.map(([name, value]) => `${name.slice(origin.length + 1)}=${value}`).join('; ')
    const headers = {
      ...(cookie !== '' && { cookie }),
      ...(form !== undefined && { 'content-type': 'application/x-www-form-urlencoded' }),
    }
    const method = form === undefined ? 'GET' : 'POST'
    const response = await sendRequest(origin, { method, path: pathname + search, headers, body: form })
    for (const set of response.headers['set-cookie'] ?? []) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? []
      if (value === '' || /Max-Age=0/i.test(set)) cookies.delete(`${origin} ${name}`)
      else cookies.set(`${origin} ${name}`, value)
    }
    return response
  }

  return {
    cookies,
    get: (url) => visit(url),
    post: (url, fields) => visit(url, new URLSearchParams(fields).toString()),
    async follow(url, until) {
      let at = url
      for (let count = 0; count < REDIRECTS_MAX; count += 1) {
        if (at.startsWith(until)) return at
        const { status, headers, text } = await visit(at)
        if (headers.location === undefined) throw new Error(`no redirect from ${at}: ${status} ${text}`)
        at = new URL(headers.location, at).href
      }
      throw new Error(`${REDIRECTS_MAX} redirects from ${url}, and none to ${until}`)
    },
  }
}
