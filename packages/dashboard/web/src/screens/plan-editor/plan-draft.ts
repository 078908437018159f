import { removeJson, setJson } from './json/edit-json.js'
import { nodeAt, parseJson, type JsonNode } from './json/parse-json.js'
import { fieldAt, itemFields, pathOf, PLAN_SECTIONS } from './plan-fields.js'
import type { PlanField, PlanSection } from './sections/section.js'

/** The document after a change by the form: null where something on the way to the field is no object. */
type Edited = string | null

const JSON_NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/
const JSON_WHOLE = /^-?(?:0|[1-9]\d{0,14})$/

/** The text of a field of the form: null where the document has something that only the JSON can show. */
export function fieldText(root: JsonNode, { name, absent = '', object }: PlanField): string | null {
  const path = pathOf(name)
  const node = nodeAt(root, path)
  if (node === undefined) return isReachable(root, path) ? absent : null
  if (object !== undefined && node.kind === 'object') return object.value
  return node.kind === 'object' || node.kind === 'array' ? null : node.kind === 'null' ? '' : node.text
}

/** Whether what is on the way to a path is an object or a list, as far as there is anything. */
const isReachable = (root: JsonNode, path: readonly string[]): boolean =>
  path.every((_, length) => {
    const kind = nodeAt(root, path.slice(0, length))?.kind ?? 'object'
    return kind === 'object' || kind === 'array'
  })

/** Whether a field has anything to say in this document. */
export function isFieldShown(root: JsonNode, { name, onlyWith }: PlanField): boolean {
  if (nodeAt(root, pathOf(name)) !== undefined) return true
  if (isReplaced(root, name)) return false
  if (onlyWith === undefined) return true
  const other = fieldAt(onlyWith.name)
  return other !== undefined && onlyWith.values.includes(fieldText(root, other) ?? '')
}

const isReplaced = (root: JsonNode, name: string): boolean =>
  PLAN_SECTIONS.some((section) => section.optional?.instead?.name === name && isSectionOn(root, section))

/** The document with what was typed in a field. A decimal that was a number stays one, as far as it can. */
export function typeField(text: string, { name, kind, mayBeEmpty, object }: PlanField, typed: string): Edited {
  const path = pathOf(name)
  if (typed === '' && mayBeEmpty !== undefined) return removeField(text, path, mayBeEmpty)
  const before = nodeAt(parseJson(text).root, path)
  if (typed === object?.value)
    return before?.kind === 'object' ? text : setJson(text, path, JSON.stringify(object.template, null, 2))
  const isNumber =
    kind === 'whole'
      ? JSON_WHOLE.test(typed)
      : kind === 'decimal' && before?.kind === 'number' && JSON_NUMBER.test(typed)
  const isFlag = kind === 'flag' && (typed === 'true' || typed === 'false')
  return setJson(text, path, isNumber || isFlag ? typed : JSON.stringify(typed))
}

function removeField(text: string, path: readonly string[], how: PlanField['mayBeEmpty']): string {
  const without = removeJson(text, path)
  const parent = nodeAt(parseJson(without).root, path.slice(0, -1))
  const isLeft = how !== 'with-parent' || parent?.kind !== 'object' || parent.members.length > 0
  return isLeft ? without : removeJson(without, path.slice(0, -1))
}

/** The values of a set that are chosen; null where the document has no list there. */
export function chosenOf(root: JsonNode, { name }: PlanField): readonly string[] | null {
  const node = nodeAt(root, pathOf(name))
  if (node === undefined) return []
  return node.kind === 'array' ? node.items.flatMap((item) => (item.kind === 'string' ? [item.text] : [])) : null
}

/** The document with a value of a set chosen or not. What the form does not know stays in the list. */
export function chooseValue(text: string, { name, mayBeEmpty }: PlanField, value: string, isChosen: boolean): Edited {
  const path = pathOf(name)
  const node = nodeAt(parseJson(text).root, path)
  const items = node?.kind === 'array' ? node.items : []
  const kept = items
    .filter((item) => item.kind !== 'string' || item.text !== value)
    .map(({ start, end }) => text.slice(start, end))
  const chosen = [...kept, ...(isChosen ? [JSON.stringify(value)] : [])]
  if (chosen.length === 0 && mayBeEmpty !== undefined) return removeField(text, path, mayBeEmpty)
  return setJson(text, path, `[${chosen.join(', ')}]`)
}

export const isSectionOn = (root: JsonNode, { optional }: PlanSection): boolean => {
  if (optional === undefined) return true
  const node = nodeAt(root, pathOf(optional.path))
  return node !== undefined && node.kind !== 'null'
}

/** Whether a section is shown: the one that it is within is there, or the document has it anyway. */
export function isSectionShown(root: JsonNode, section: PlanSection): boolean {
  const outer = PLAN_SECTIONS.find(({ name }) => name === section.within)
  if (outer === undefined || isSectionOn(root, outer)) return true
  return section.optional !== undefined && isSectionOn(root, section)
}

/** The document with a rule, as it was before or as its template says; or without it. */
export function switchSection(text: string, { optional }: PlanSection, isOn: boolean, before: string | null): Edited {
  if (optional === undefined) return text
  const { path: name, template, off, instead } = optional
  const path = pathOf(name)
  if (isOn) {
    const base = instead === undefined ? text : removeJson(text, pathOf(instead.name))
    return setJson(base, path, before ?? JSON.stringify(template, null, 2))
  }
  const { root } = parseJson(text)
  const said = (instead && root && fieldText(root, { name: instead.from, kind: 'whole' })) ?? ''
  const without = off === 'null' ? setJson(text, path, 'null') : removeJson(text, path)
  if (instead === undefined || without === null) return without
  return typeField(without, { name: instead.name, kind: 'whole' }, said === '' ? '0' : said)
}

/** The fields of a section that the document has, by item of its list; those of another section are one item. */
export function shownItems(root: JsonNode, section: PlanSection): readonly (readonly PlanField[])[] {
  const fields = section.list === undefined ? [section.fields] : itemsOf(root, section)
  return fields.map((item) => item.filter((field) => isFieldShown(root, field)))
}

function itemsOf(root: JsonNode, section: PlanSection): readonly (readonly PlanField[])[] {
  const node = nodeAt(root, pathOf(section.list?.path ?? ''))
  return node?.kind === 'array' ? node.items.map((_, place) => itemFields(section, place)) : []
}

/** The document with a further item of a list. */
export function addItem(text: string, { list }: PlanSection): Edited {
  if (list === undefined) return text
  const node = nodeAt(parseJson(text).root, pathOf(list.path))
  if (node?.kind === 'array')
    return setJson(text, [...pathOf(list.path), String(node.items.length)], JSON.stringify(list.item, null, 2))
  return node === undefined ? setJson(text, pathOf(list.path), JSON.stringify([list.item], null, 2)) : null
}

/** The document without an item of a list, and without the list where nothing is left of one that may be absent. */
export function removeItem(text: string, section: PlanSection, place: number): Edited {
  const { list, optional } = section
  if (list === undefined) return text
  const node = nodeAt(parseJson(text).root, pathOf(list.path))
  const isLast = node?.kind === 'array' && node.items.length === 1
  if (isLast && optional !== undefined) return switchSection(text, section, false, null)
  return removeJson(text, [...pathOf(list.path), String(place)])
}
