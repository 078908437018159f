/** The longest way back that is remembered. */
const LENGTH_MAX = 512

/**
 * Where a login leads back to: a path of this dashboard and nothing that a browser could take for another site.
 * What is not of the form leads to the first page.
 */
export const returnTo = (path: string | undefined): string =>
  path !== undefined && path.length <= LENGTH_MAX && PATH.test(path) && !path.includes('//') ? path : '/'

/** Begins with a slash; backslashes, `@`, blanks and control characters are not among these. */
const PATH = /^\/[\w\-./~!$&'()*+,;=:%?]*$/
