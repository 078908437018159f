import type Joi from 'joi'

/** The environment cannot start a service. The message names every problem, one per line. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'

  constructor(readonly problems: readonly string[]) {
    super(['The configuration is not usable:', ...problems.map((problem) => `  - ${problem}`)].join('\n'))
  }
}

/**
 * Reads and checks the environment in one go. Variables the schema does not name are ignored, and one set to the
 * empty string counts as not set. Values never appear in the message: some of them are secrets.
 * @throws ConfigError naming all problems at once
 */
export function loadConfig<T>(schema: Joi.ObjectSchema<T>, env: NodeJS.ProcessEnv): Readonly<T> {
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
  if (result.error !== undefined) throw new ConfigError(problemsOf(result.error))
  return deepFreeze(result.value)
}

/** One line per variable: of several complaints about the same one, the last is the most specific. */
function problemsOf({ details }: Joi.ValidationError): readonly string[] {
  return [...new Map(details.map(({ path, message }) => [path.join('.'), message])).values()]
}

function deepFreeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value
  Object.values(value).forEach(deepFreeze)
  return Object.freeze(value)
}
