import { removeJson, setJson } from './json/edit-json.js'
import { nodeAt, parseJson, type JsonNode } from './json/parse-json.js'
import { PLAN_FIELDS, pathOf, type PlanField, type PlanSection } from './plan-fields.js'

/** The document after a change by the form: null where something on the way to the field is no object. */
type Edited = string | null

const JSON_NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/
const JSON_WHOLE = /^-?(?:0|[1-9]\d{0,14})$/

/** The text of a field of the form: null where the document has something that only the JSON can show. */
export function fieldText(root: JsonNode, { name, absent = '' }: PlanField): string | null {
  const node = nodeAt(root, pathOf(name))
  if (node === undefined) return absent
  return node.kind === 'object' || node.kind === 'array' ? null : node.kind === 'null' ? '' : node.text
}

/** Whether a field has anything to say in this document. */
export function isFieldShown(root: JsonNode, { name, onlyWith }: PlanField): boolean {
  if (onlyWith === undefined || nodeAt(root, pathOf(name)) !== undefined) return true
  const other = PLAN_FIELDS.find((field) => field.name === onlyWith.name)
  return other !== undefined && fieldText(root, other) === onlyWith.value
}

/** The document with what was typed in a field. A decimal that was a number stays one, as far as it can. */
export function typeField(text: string, { name, kind, mayBeEmpty }: PlanField, typed: string): Edited {
  const path = pathOf(name)
  if (typed === '' && mayBeEmpty) return removeJson(text, path)
  const before = nodeAt(parseJson(text).root, path)
  const isNumber =
    kind === 'whole'
      ? JSON_WHOLE.test(typed)
      : kind === 'decimal' && before?.kind === 'number' && JSON_NUMBER.test(typed)
  const isFlag = kind === 'flag' && (typed === 'true' || typed === 'false')
  return setJson(text, path, isNumber || isFlag ? typed : JSON.stringify(typed))
}

/** The values of a set that are chosen; null where the document has no list there. */
export function chosenOf(root: JsonNode, { name }: PlanField): readonly string[] | null {
  const node = nodeAt(root, pathOf(name))
  if (node === undefined) return []
  return node.kind === 'array' ? node.items.flatMap((item) => (item.kind === 'string' ? [item.text] : [])) : null
}

/** The document with a value of a set chosen or not. What the form does not know stays in the list. */
export function chooseValue(text: string, { name }: PlanField, value: string, isChosen: boolean): Edited {
  const path = pathOf(name)
  const node = nodeAt(parseJson(text).root, path)
  const items = node?.kind === 'array' ? node.items : []
  const kept = items
    .filter((item) => item.kind !== 'string' || item.text !== value)
    .map(({ start, end }) => text.slice(start, end))
  return setJson(text, path, `[${[...kept, ...(isChosen ? [JSON.stringify(value)] : [])].join(', ')}]`)
}

export const isSectionOn = (root: JsonNode, { optional }: PlanSection): boolean => {
  if (optional === undefined) return true
  const node = nodeAt(root, pathOf(optional.path))
  return node !== undefined && node.kind !== 'null'
}

/** The document with a rule, as it was before or as its template says; or without it. */
export function switchSection(text: string, { optional }: PlanSection, isOn: boolean, before: string | null): Edited {
  if (optional === undefined) return text
  const path = pathOf(optional.path)
  if (isOn) return setJson(text, path, before ?? JSON.stringify(optional.template, null, 2))
  return optional.off === 'null' ? setJson(text, path, 'null') : removeJson(text, path)
}
