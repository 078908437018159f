/**
 * How the messages of an error read, in both services: a clause, with neither capital nor full stop; fields and values
 * as the caller wrote them, without quotes; a list without brackets.
 */
const FAULTS: readonly (readonly [RegExp, string])[] = [
  [/\.$/, 'ends in a full stop'],
  [/^[A-Z][a-z]+ /, 'begins with a capital'],
  [/^["'`“‘«][\w.[\]]+["'`”’»] /, 'has its field in quotes'],
  [/(?:of|be|:) \[[A-Za-z]\w*(?:, \w+)*\]/, 'has its list in brackets'],
  [/^send .*\[redacted\]/, 'has words of its own taken for a credential'],
]

/** Where a message begins with a field, a symbol or a plan as the caller spelled it: any characters may be in that. */
const CALLERS_SPELLING = /^.*(?= (?:is not a |names no |is there more than once|must be without control characters))/s

/** Lists what is wrong with the words of an error's body; nothing for another body. */
export function wordingFaults(body: unknown): readonly string[] {
  if (typeof body !== 'object' || body === null || !('error' in body)) return []
  const { issues = [] } = body as { readonly issues?: readonly object[] }
  const messages: readonly { readonly message?: unknown }[] = [body as { readonly message?: unknown }, ...issues]
  return messages.flatMap(({ message }) =>
    typeof message === 'string'
      ? FAULTS.filter(([form]) => form.test(message.replace(CALLERS_SPELLING, 'it'))).map(
          ([, fault]) => `it ${fault}: ${message}`,
        )
      : [],
  )
}
