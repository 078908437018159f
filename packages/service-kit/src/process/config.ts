import type Joi from 'joi'
import type { UnsafeSetting } from './unsafe-settings.js'

/** The environment cannot start a service. The message names every problem, one per line. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'

  constructor(readonly problems: readonly string[]) {
    super(['The configuration is not usable:', ...problems.map((problem) => `  - ${problem}`)].join('\n'))
  }
}

/**
 * Reads and checks the environment in one go. Variables the schema does not name are ignored, and one set to the empty
 * string counts as not set. Values never appear in the message: some of them are secrets. With NODE_ENV=production what
 * is unsafe there is a problem, too.
 * @throws ConfigError naming all problems
 */
export function loadConfig<T>(
  schema: Joi.ObjectSchema<T>,
  env: NodeJS.ProcessEnv,
  unsafeInProduction: readonly UnsafeSetting<T>[] = [],
): Readonly<T> {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
  const result: Joi.ValidationResult<T> = schema.validate(given, {
    abortEarly: false,
    stripUnknown: true,
    errors: { wrap: { label: false } },
    messages: {
      'string.pattern.base': '{#label} has the wrong format',
      'any.custom': '{#label} is not usable: {#error.message}',
      'any.only': '{#label} must be one of {#valids}',
    },
  })
  const config = result.value as Partial<T> & { readonly NODE_ENV?: unknown }
  const unsafe = unsafeInProduction.filter(({ isUnsafe }) => config.NODE_ENV === 'production' && isUnsafe(config))
  const problems = [...problemsOf(result.error), ...unsafe.map(({ problem }) => problem)]
  if (result.error !== undefined || problems.length > 0) throw new ConfigError(problems)
  return deepFreeze(result.value)
}

/** One line per variable: of several complaints about the same one, the last is the most specific. */
function problemsOf(error: Joi.ValidationError | undefined): readonly string[] {
  const details = error?.details ?? []
  return [...new Map(details.map(({ path, message }) => [path.join('.'), message])).values()]
}

function deepFreeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value
  Object.values(value).forEach(deepFreeze)
  return Object.freeze(value)
}
