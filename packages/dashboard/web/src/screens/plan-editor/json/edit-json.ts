import { parseJson, type JsonNode } from './parse-json.js'

const INDENT = '  '

/** A member of an object, or an item of a list under its place there, with all of the text that is its own. */
interface Child {
  readonly name: string
  readonly start: number
  readonly value: JsonNode
}

/**
 * The text with the value at a path replaced, or added where its object has no such name; objects on the way are made.
 * A step into a list is the place of an item, of which the next free one adds an item. Nothing else of the text
 * changes. Null where it cannot be: the text is no JSON, or something on the way is neither an object nor a list.
 */
export function setJson(text: string, path: readonly string[], json: string): string | null {
  const { root } = parseJson(text)
  if (root === undefined) return null
  let node: JsonNode = root
  for (const [depth, name] of path.entries()) {
    const children = childrenOf(node)
    if (children === null) return null
    const child: Child | undefined = children.find((known) => known.name === name)
    if (child === undefined) {
      if (node.kind === 'array' && name !== String(children.length)) return null
      return addChild(text, node, children, path.slice(depth), json)
    }
    node = child.value
  }
  return splice(text, node.start, node.end, indented(json, indentAt(text, node.start)))
}

/** The text without the member or item at a path, and as it is where there is none. */
export function removeJson(text: string, path: readonly string[]): string {
  const { root } = parseJson(text)
  let node: JsonNode | undefined = root
  for (const name of path.slice(0, -1))
    node = node && childrenOf(node)?.find((known: Child) => known.name === name)?.value
  const children = (node && childrenOf(node)) ?? []
  const index = children.findIndex(({ name }) => name === path.at(-1))
  const [before, child, after] = [children[index - 1], children[index], children[index + 1]]
  if (node === undefined || child === undefined) return text
  if (after !== undefined) return splice(text, child.start, after.start, '')
  if (before !== undefined) return splice(text, before.value.end, child.value.end, '')
  return splice(text, node.start + 1, node.end - 1, '')
}

/** Null of what has neither members nor items. */
function childrenOf(node: JsonNode): readonly Child[] | null {
  if (node.kind === 'object') return node.members
  if (node.kind !== 'array') return null
  return node.items.map((value, place) => ({ name: String(place), start: value.start, value }))
}

function addChild(
  text: string,
  parent: JsonNode,
  children: readonly Child[],
  [name = '', ...rest]: readonly string[],
  json: string,
): string {
  const last = children.at(-1)
  const indent = indentAt(text, parent.start) + INDENT
  const nested = rest.reduceRight((inner, key) => `{ ${JSON.stringify(key)}: ${inner} }`, json)
  const label = parent.kind === 'object' ? `${JSON.stringify(name)}: ` : ''
  if (last === undefined)
    return splice(
      text,
      parent.start + 1,
      parent.end - 1,
      `\n${indent}${label}${indented(nested, indent)}\n${indentAt(text, parent.start)}`,
    )
  const isInLine = !text.slice(parent.start, last.start).includes('\n')
  const between = isInLine ? ' ' : `\n${indentAt(text, last.start)}`
  const added = `,${between}${label}${indented(nested, isInLine ? '' : indentAt(text, last.start))}`
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
