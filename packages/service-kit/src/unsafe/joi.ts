/**
 * The fields of a joi 18 schema that tell what it checks. `describe()` tells the same, but took most of a service's
 * start.
 */
import type Joi from 'joi'

/** A schema that joi keeps inside another. */
interface InnerSchema {
  readonly type?: string | undefined
  readonly _flags: Readonly<Record<string, unknown>>
  readonly _rules?: readonly SchemaRule[]
  readonly _valids?: { readonly _values: ReadonlySet<unknown>; readonly _refs: { readonly size: number } } | null
  readonly _invalids?: unknown
  readonly _preferences?: { readonly convert?: boolean } | null
  readonly $_terms: Readonly<Record<string, unknown>>
}

export interface SchemaRule {
  readonly name: string
  readonly args?: {
    readonly regex?: RegExp
    readonly method?: unknown
    readonly options?: { readonly invert?: true }
  }
}

export interface SchemaKey {
  readonly key: string
  readonly schema: InnerSchema
}

/** A condition: where the value at `ref` passes `is`, the schema is joined with `then`. */
export interface SchemaWhen {
  readonly ref?: { readonly path: readonly string[]; readonly ancestor: number }
  readonly is?: InnerSchema
  readonly then?: InnerSchema
  readonly otherwise?: unknown
  readonly switch?: unknown
}

export interface SchemaParts {
  readonly type: string | undefined
  readonly flags: Readonly<Record<string, unknown>>
  readonly rules: readonly SchemaRule[]
  /** Accepted whatever the rules say; with the flag `only`, nothing else is. */
  readonly values: ReadonlySet<unknown> | undefined
  /** Some accepted values are references to other fields. */
  readonly hasReferences: boolean
  readonly hasForbiddenValues: boolean
  /** Its own preference; undefined: that of the schema around it. */
  readonly converts: boolean | undefined
  readonly keys: readonly SchemaKey[]
  readonly whens: readonly SchemaWhen[]
  /** The names of its terms that are not empty, `keys` and `whens` among them. */
  readonly terms: readonly string[]
}

export function partsOf(schema: InnerSchema): SchemaParts {
  const { $_terms: terms, _valids: valids } = schema
  return {
    type: schema.type,
    flags: schema._flags,
    rules: schema._rules ?? [],
    values: valids?._values,
    hasReferences: valids !== undefined && valids !== null && valids._refs.size > 0,
    hasForbiddenValues: Boolean(schema._invalids),
    converts: schema._preferences?.convert,
    keys: (terms['keys'] ?? []) as readonly SchemaKey[],
    whens: (terms['whens'] ?? []) as readonly SchemaWhen[],
    terms: Object.keys(terms).filter((name) => isThere(terms[name])),
  }
}

const isThere = (term: unknown): boolean =>
  Array.isArray(term) ? term.length > 0 : term !== null && term !== undefined

/** The schemas in a schema (keys of an object, items of a list, alternatives), and what `meta` added. */
export interface Terms {
  readonly keys?: readonly { readonly key: string; readonly schema: Joi.Schema }[] | null
  readonly items?: readonly Joi.Schema[]
  /** Each has a schema, or those of its condition. */
  readonly matches?: readonly {
    readonly schema?: Joi.Schema
    readonly then?: Joi.Schema
    readonly otherwise?: Joi.Schema
  }[]
  readonly metas?: readonly Readonly<Record<string, unknown>>[] | null
}

export const termsOf = (schema: Joi.Schema): Terms => schema.$_terms

export const allowsNull = (schema: InnerSchema): boolean => schema._valids?._values.has(null) === true
