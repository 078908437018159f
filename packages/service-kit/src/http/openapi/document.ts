import type { JsonSchema } from './json-schema.js'

/** The part of OpenAPI 3.1 that is used here. */
export interface OpenApiDocument {
  readonly openapi: '3.1.0'
  readonly info: OpenApiInfo
  readonly servers: readonly OpenApiServer[]
  readonly tags: readonly OpenApiTag[]
  /** The requirement of the operations that say none. */
  readonly security?: readonly SecurityRequirement[]
  readonly paths: Readonly<Record<string, Readonly<Record<string, OpenApiOperation>>>>
  readonly components: {
    readonly securitySchemes: Readonly<Record<string, unknown>>
    readonly schemas: Readonly<Record<string, JsonSchema>>
    readonly responses?: Readonly<Record<string, OpenApiResponse>>
    readonly headers?: Readonly<Record<string, OpenApiHeader>>
    readonly parameters?: Readonly<Record<string, OpenApiParameter>>
    readonly examples?: Readonly<Record<string, { readonly value: unknown }>>
  }
}

interface OpenApiInfo {
  readonly title: string
  readonly version: string
  readonly description: string
  readonly contact: { readonly name: string }
  readonly license: { readonly name: string; readonly identifier: string }
}

export interface OpenApiTag {
  readonly name: string
  readonly description: string
}

export interface OpenApiServer {
  readonly url: string
  readonly description?: string
}

export interface OpenApiOperation {
  readonly operationId: string
  readonly summary: string
  readonly description: string
  readonly tags: readonly string[]
  /** Absent: that of the document. */
  readonly security?: readonly SecurityRequirement[]
  /** The scopes that a key needs. */
  readonly 'x-scopes'?: readonly string[]
  readonly parameters?: readonly (OpenApiParameter | OpenApiReference)[]
  readonly requestBody?: { readonly required: boolean; readonly content: OpenApiContent }
  readonly responses: Readonly<Record<string, OpenApiResponse | OpenApiReference>>
}

export interface OpenApiReference {
  readonly $ref: string
}

export type SecurityRequirement = Readonly<Record<string, readonly string[]>>

export interface OpenApiParameter {
  readonly name: string
  readonly in: 'path' | 'query' | 'header'
  readonly required: boolean
  readonly description?: string
  readonly schema: JsonSchema
}

export interface OpenApiHeader {
  readonly description: string
  readonly schema: JsonSchema
}

export interface OpenApiResponse {
  readonly description: string
  readonly headers?: Readonly<Record<string, OpenApiHeader | OpenApiReference>>
  readonly content?: OpenApiContent
}

export type OpenApiContent = Readonly<
  Record<
    string,
    {
      readonly schema?: JsonSchema
      readonly example?: unknown
      /** In the place of one that comes more than once. */
      readonly examples?: Readonly<Record<string, { readonly $ref: string } | { readonly value: unknown }>>
      readonly 'x-events'?: OpenApiEvents
    }
  >
>

/** The events of a stream by name, each with the schema of its data. OpenAPI 3.1 has no word for them. */
export type OpenApiEvents = Readonly<Record<string, { readonly description: string; readonly schema: JsonSchema }>>
