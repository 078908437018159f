import { parseJson, type JsonMember, type JsonNode, type JsonObject } from './parse-json.js'

const INDENT = '  '

/**
 * The text with the value at a path replaced, or added where its object has no such name; objects on the way are made.
 * Nothing else of the text changes. Null where it cannot be: the text is no JSON, or something on the way is no object.
 */
export function setJson(text: string, path: readonly string[], json: string): string | null {
  const { root } = parseJson(text)
  if (root === undefined) return null
  let node: JsonNode = root
  for (const [depth, name] of path.entries()) {
    if (node.kind !== 'object') return null
    const member: JsonMember | undefined = node.members.find((known) => known.name === name)
    if (member === undefined) return addMember(text, node, path.slice(depth), json)
    node = member.value
  }
  return splice(text, node.start, node.end, indented(json, indentAt(text, node.start)))
}

/** The text without the member at a path, and as it is where there is none. */
export function removeJson(text: string, path: readonly string[]): string {
  const { root } = parseJson(text)
  let node: JsonNode | undefined = root
  for (const name of path.slice(0, -1))
    node = node?.kind === 'object' ? node.members.find((known) => known.name === name)?.value : undefined
  if (node?.kind !== 'object') return text
  const index = node.members.findIndex(({ name }) => name === path.at(-1))
  const [before, member, after] = [node.members[index - 1], node.members[index], node.members[index + 1]]
  if (member === undefined) return text
  if (after !== undefined) return splice(text, member.start, after.start, '')
  if (before !== undefined) return splice(text, before.value.end, member.value.end, '')
  return splice(text, node.start + 1, node.end - 1, '')
}

function addMember(text: string, object: JsonObject, [name = '', ...rest]: readonly string[], json: string): string {
  const last = object.members.at(-1)
  const indent = indentAt(text, object.start) + INDENT
  const nested = rest.reduceRight((inner, key) => `{ ${JSON.stringify(key)}: ${inner} }`, json)
  const member = `${JSON.stringify(name)}: `
  if (last === undefined)
    return splice(
      text,
      object.start + 1,
      object.end - 1,
      `\n${indent}${member}${indented(nested, indent)}\n${indentAt(text, object.start)}`,
    )
  const isInLine = !text.slice(object.start, last.start).includes('\n')
  const between = isInLine ? ' ' : `\n${indentAt(text, last.start)}`
  const added = `,${between}${member}${indented(nested, isInLine ? '' : indentAt(text, last.start))}`
  return splice(text, last.value.end, last.value.end, added)
}

const splice = (text: string, start: number, end: number, inserted: string): string =>
  text.slice(0, start) + inserted + text.slice(end)

/** The spaces with which the line of a place begins. */
function indentAt(text: string, at: number): string {
  const lineStart = text.lastIndexOf('\n', at - 1) + 1
  return /^[ \t]*/.exec(text.slice(lineStart, at))?.[0] ?? ''
}

/** Further lines of a value, set in as the line that it begins in. */
const indented = (json: string, indent: string): string => json.replaceAll('\n', `\n${indent}`)
