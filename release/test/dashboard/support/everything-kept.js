// Runs in a page. Its value: the promise of all that the page keeps, as text.
;(async () => {
  const seen = new Set()

  // The client keeps its caches in private fields.
  const cachesOf = (client) => [
    client
      .getQueryCache()
      .getAll()
      .map(({ queryKey, state }) => [queryKey, state]),
    client
      .getMutationCache()
      .getAll()
      .map(({ state }) => state),
  ]
  const textOf = (value) =>
    JSON.stringify(value, (_name, part) => {
      if (typeof part !== 'object' || part === null) return typeof part === 'bigint' ? String(part) : part
      if (seen.has(part)) return undefined
      seen.add(part)
      if ('getQueryCache' in part) return cachesOf(part)
      if (part instanceof Map) return [...part.entries()]
      if (part instanceof Set) return [...part.values()]
      return part instanceof Node || part instanceof Window ? undefined : part
    }) ?? ''

  // What React holds; a provider among it has the caches of queries and mutations.
  const held = []
  const visit = (fiber) => {
    if (fiber === null || seen.has(fiber)) return
    seen.add(fiber)
    for (const name of ['memoizedProps', 'memoizedState']) held.push(textOf(fiber[name]))
    visit(fiber.child)
    visit(fiber.sibling)
  }
  const root = document.getElementById('root')
  const container = Object.keys(root).find((name) => name.startsWith('__reactContainer$'))
  visit(root[container])

  const kept = [...(await window.caches.keys()), ...(await window.indexedDB.databases())]
  const stores = [{ ...window.localStorage }, { ...window.sessionStorage }, window.history.state, kept]
  return [...held, ...stores.map((store) => JSON.stringify(store)), document.documentElement.outerHTML].join('\n')
})()
