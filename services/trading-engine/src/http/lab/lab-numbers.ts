import Joi from 'joi'

export const YEAR_MS = 366 * 86_400_000

export const whole = (from: number, to: number): Joi.NumberSchema => Joi.number().strict().integer().min(from).max(to)

export const fraction = (least: number): Joi.NumberSchema => Joi.number().strict().min(least).max(1)

export const seed = whole(0, Number.MAX_SAFE_INTEGER)
