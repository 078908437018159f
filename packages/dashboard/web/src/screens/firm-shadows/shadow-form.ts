import { SHADOWED_MAX, type ShadowQuestion } from '../../firm/shadow-question.js'

/** The fields as they are typed. */
export interface ShadowForm {
  readonly plan: string
  readonly ids: string
  readonly from: string
  readonly to: string
}

/** The ids that are typed, each once. */
export const idsOf = (text: string): readonly string[] => [
  ...new Set(
    text
      .split(/[\s,;]+/)
      .map((id) => id.toLowerCase())
      .filter((id) => id !== ''),
  ),
]

/** Whether it can be sent as a plan; whether it is one, the engine says. */
export function isReadable(plan: string): boolean {
  try {
    const value: unknown = JSON.parse(plan)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
  } catch {
    return false
  }
}

/** The question that is asked; null: something is missing yet. */
export function questionOf({ plan, ids, from, to }: ShadowForm): ShadowQuestion | null {
  const accounts = idsOf(ids)
  if (accounts.length === 0 || accounts.length > SHADOWED_MAX || !isReadable(plan)) return null
  return { accounts, plan, ...(from !== '' && { from }), ...(to !== '' && { to }) }
}
