interface EnvContent {
  readonly label: string
  readonly engineUrl: string
  readonly key?: string | undefined
  readonly secret?: string | undefined
  readonly webhookSecret?: string | undefined
}

/** The secrets as a file of environment variables, with the names that the examples read. */
export function envFile({ label, engineUrl, key, secret, webhookSecret }: EnvContent): string {
  const variables = { ENGINE: engineUrl, KEY: key, SECRET: secret, WEBHOOK_SECRET: webhookSecret }
  const lines = Object.entries(variables).flatMap(([name, value]) => (value === undefined ? [] : [`${name}=${value}`]))
  // A label may hold a line break: what follows it must not become a variable.
  return [`# ${label.replace(/\p{Cc}|\p{Zl}|\p{Zp}/gu, ' ')}`, ...lines, ''].join('\n')
}

/** A name for the file that every system takes. */
export function envFileName(label: string): string {
  const words = label.toLowerCase().match(/[a-z0-9]+/g) ?? ['key']
  return `${words.join('-')}.env`
}
