import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import type { CallToolResult, ToolAnnotations } from '@modelcontextprotocol/sdk/types.js'
import { BaseError, OutcomeUnknown, type Violation } from '@ats/sdk'
import { z } from 'zod'

export interface ToolText {
  readonly title: string
  readonly description: string
}

/** A refusal for the model to read and report to its user. */
export class Refusal extends Error {}

/**
 * Adds a tool whose result is JSON. What it throws becomes an answer in words that says what to do: a model cannot look
 * into a log.
 */
export function addTool<Shape extends z.ZodRawShape>(
  server: McpServer,
  name: string,
  text: ToolText,
  shape: Shape,
  annotations: ToolAnnotations,
  run: (input: z.infer<z.ZodObject<Shape>>) => Promise<unknown>,
): void {
  const schema = z.strictObject(shape)
  server.registerTool(name, { ...text, inputSchema: schema, annotations }, async (input: unknown) => {
    try {
      return answer(JSON.stringify(await run(schema.parse(input)), null, 1))
    } catch (error) {
      return { ...answer(inWords(error)), isError: true }
    }
  })
}

const answer = (text: string): CallToolResult => ({ content: [{ type: 'text', text }] })

export const inViolations = (violations: readonly Violation[]): string =>
  violations
    .map(
      ({ rule, message, until }) =>
        `- ${rule}: ${message}${until === undefined || until === null ? '' : ` (until ${until})`}`,
    )
    .join('\n')

function inWords(error: unknown): string {
  if (error instanceof Refusal) return error.message
  if (error instanceof OutcomeUnknown)
    return `It is not known whether this was done: ${error.message}. Find out before trying again: ${error.lookUp}.`
  if (!(error instanceof BaseError)) return error instanceof Error ? error.message : String(error)
  const lines = [`${error.name}: ${error.message}`]
  for (const { path, message } of error.issues) lines.push(`- ${path.join('.')}: ${message}`)
  if (error.violations.length > 0) lines.push(inViolations(error.violations))
  const { candidates } = error.body
  if (Array.isArray(candidates) && candidates.length > 0) lines.push(`Did you mean ${candidates.join(', ')}?`)
  if (error.requestId !== undefined) lines.push(`(request ${error.requestId})`)
  return lines.join('\n')
}

export const account = z.string().optional().describe('Id of the account; may be left out where there is only one.')

/** Money and quantities come as text, so that no digit is lost. */
export const decimal = z.string().regex(/^\d{1,15}(\.\d{1,18})?$/, 'a decimal as text, such as "0.25"')

export const READ: ToolAnnotations = { readOnlyHint: true, openWorldHint: false }
export const WRITE: ToolAnnotations = { readOnlyHint: false, destructiveHint: true, openWorldHint: false }
