/** The first place where two JSON texts differ, by its path; `text` where they say the same in other words. */
export function firstDifference(
  stored: string,
  decided: string,
): { path: string; stored: string; decided: string } | null {
  if (stored === decided) return null
  const found = differenceAt('', parsed(stored), parsed(decided))
  return found ?? { path: 'text', stored, decided }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

function differenceAt(
  path: string,
  stored: unknown,
  decided: unknown,
): { path: string; stored: string; decided: string } | null {
  if (Object.is(stored, decided)) return null
  if (!isObject(stored) || !isObject(decided))
    return { path: path === '' ? 'text' : path, stored: textOf(stored), decided: textOf(decided) }
  for (const name of new Set([...Object.keys(stored), ...Object.keys(decided)])) {
    const found = differenceAt(path === '' ? name : `${path}.${name}`, stored[name], decided[name])
    if (found !== null) return found
  }
  return null
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null

const textOf = (value: unknown): string => (value === undefined ? 'nothing' : JSON.stringify(value))
