import Joi from 'joi'

/** A schema for each field of `T`, of the field's type. What may be absent joi does not tell. */
export type FieldsOf<T> = { readonly [Name in keyof T]-?: Joi.Schema<T[Name]> }

/** A schema whose valid values are `T`s. */
export const objectSchema = <T extends object>(fields: FieldsOf<T>): Joi.ObjectSchema<T> => Joi.object<T>(fields)
