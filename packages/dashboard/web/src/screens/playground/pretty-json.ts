/** The words of a JSON text: marks, texts, numbers and names. */
export const jsonTokens = (text: string): readonly string[] =>
  text.match(/"(?:[^"\\]|\\.)*"|[[\]{},:]|[^\s[\]{},:"]+/g) ?? []

/**
 * JSON with a line for each of its values. Every value stays as it was written: to read it and to write it again would
 * cut the digits of numbers. Text that is no JSON stays as it is.
 */
export function prettyJson(text: string): string {
  try {
    JSON.parse(text)
  } catch {
    return text
  }
  const tokens = jsonTokens(text)
  const parts: string[] = []
  let depth = 0
  const newLine = (): void => void parts.push(`\n${'  '.repeat(depth)}`)
  tokens.forEach((token, place) => {
    const isEmpty = /^[[{]$/.test(tokens[place - 1] ?? '') && /^[\]}]$/.test(token)
    if (/^[\]}]$/.test(token)) {
      depth -= 1
      if (!isEmpty) newLine()
    }
    parts.push(token)
    if (/^[[{]$/.test(token)) {
      depth += 1
      if (!/^[\]}]$/.test(tokens[place + 1] ?? '')) newLine()
    }
    if (token === ',') newLine()
    if (token === ':') parts.push(' ')
  })
  return parts.join('')
}
