/**
 * The address of a database, as `DATABASE_URL` has it. Several hosts are written as libpq writes them,
 * `postgres://user:password@a:5432,b:5432/name?target_session_attrs=read-write`: they are one cluster, of which the
 * service uses the server that can be written to.
 */

/** The scheme and credentials, the hosts, and the rest from the path on. */
const PARTS = /^(postgres(?:ql)?:\/\/(?:[^@/?#]*@)?)([^/?#]*)([^]*)$/i
const SESSION_ATTRS = /([?&])target_session_attrs=([^&#]*)(&?)/
/** Both are what the service does with every address, so both may be written. */
const WRITABLE = ['read-write', 'primary']

/** A URL for each host, in the order given. @throws Error saying what is wrong with the address, without the address */
export function parseDatabaseUrl(url: string): readonly string[] {
  const [, before, hosts, after] = PARTS.exec(url) ?? []
  if (before === undefined || hosts === undefined || after === undefined) throw new Error('not a postgres:// address')
  const wanted = SESSION_ATTRS.exec(after)?.[2]
  if (wanted !== undefined && !WRITABLE.includes(wanted)) {
    throw new Error(`target_session_attrs must be read-write or primary: the service needs the server it can write to`)
  }
  const rest = after.replace(SESSION_ATTRS, (_found, start: string, _value, next) => (next === '&' ? start : ''))
  const urls = hosts.split(',').map((host) => `${before}${host}${rest}`)
  // A host left out means the local one to libpq; between commas it is a slip.
  if (urls.length > 1 && hosts.split(',').includes('')) throw new Error('one of the hosts is empty')
  for (const one of urls) if (!URL.canParse(one)) throw new Error('not a postgres:// address')
  return urls
}
