/** How the suite tells an engine process what to be. */
export type EngineRole = 'api' | 'worker' | 'all'

export interface EngineEnvironment {
  readonly role: EngineRole
  readonly databaseUrl: string
  readonly port: number
  readonly requestsPerMinute: number
  readonly drainMs: number
  /** Null: no Redis. */
  readonly redisUrl: string | null
  /** See crash-points.ts; null: it does not kill itself. */
  readonly crashAt: string | null
}

export const toEnvironment = (settings: EngineEnvironment): Record<string, string> => ({
  FAULTS_ROLE: settings.role,
  FAULTS_DATABASE_URL: settings.databaseUrl,
  FAULTS_PORT: String(settings.port),
  FAULTS_REQUESTS_PER_MINUTE: String(settings.requestsPerMinute),
  FAULTS_DRAIN_MS: String(settings.drainMs),
  ...(settings.redisUrl === null ? {} : { FAULTS_REDIS_URL: settings.redisUrl }),
  ...(settings.crashAt === null ? {} : { CRASH_AT: settings.crashAt }),
})

/** @throws Error naming the first variable that is missing */
export function environmentOf(environment: NodeJS.ProcessEnv): EngineEnvironment {
  const read = (name: string): string => {
    const value = environment[name]
    if (value === undefined) throw new Error(`${name} is not set: this process is started by the fault suite`)
    return value
  }
  return {
    role: read('FAULTS_ROLE') as EngineRole,
    databaseUrl: read('FAULTS_DATABASE_URL'),
    port: Number(read('FAULTS_PORT')),
    requestsPerMinute: Number(read('FAULTS_REQUESTS_PER_MINUTE')),
    drainMs: Number(read('FAULTS_DRAIN_MS')),
    redisUrl: environment['FAULTS_REDIS_URL'] ?? null,
    crashAt: environment['CRASH_AT'] ?? null,
  }
}
