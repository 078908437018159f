/** The settings of the laboratory, in addition to those of the engine, which it shares. */
import { join } from 'node:path'
import { loadConfig } from '@ats/service-kit/process'
import Joi from 'joi'
import { loadEngineConfig, type EngineConfig } from './config.js'

export interface LabConfig {
  readonly engine: EngineConfig
  /** Runs under way at a time; each is a process. */
  readonly LAB_RUNS_MAX: number
  readonly LAB_RUNS_PER_USER: number
  /** The most that one run may hold. */
  readonly LAB_MEMORY_MB: number
  /** After which a run is ended. */
  readonly LAB_MINUTES: number
  /** A folder of the process alone, which keeps there the files that the database of each run begins with. */
  readonly LAB_FOLDER: string
  /** A folder of tapes, `NAME.tape`, that runs can be played on beside the library; `tapes` of LAB_FOLDER. */
  readonly LAB_TAPES: string
}

const labSchema = Joi.object<Omit<LabConfig, 'engine'>>({
  LAB_RUNS_MAX: Joi.number().integer().min(1).max(1_000).default(8),
  LAB_RUNS_PER_USER: Joi.number().integer().min(1).max(1_000).default(4),
  LAB_MEMORY_MB: Joi.number().integer().min(512).max(65_536).default(1_024),
  LAB_MINUTES: Joi.number().min(1).max(10_080).default(60),
  LAB_FOLDER: Joi.string().default('.data/lab'),
  LAB_TAPES: Joi.string().default(({ LAB_FOLDER }: LabConfig) => join(LAB_FOLDER, 'tapes')),
})

/** In the place of DATABASE_URL: a database of its own, in memory, with the plans that the migrations bring. */
export const IN_MEMORY = 'postgres://in-memory/lab'

/** The prices of runs are those of their tapes. */
const NO_MARKET = { MARKET_FEED: 'synthetic', ALLOW_SYNTHETIC_MARKET_IN_PRODUCTION: 'true' }

/** That of the engine is 4010. */
const INTERNAL_PORT = '4013'

/** Without DATABASE_URL it has no part in production's. @throws ConfigError naming every problem */
export const loadLabConfig = (env: NodeJS.ProcessEnv): LabConfig => ({
  engine: loadEngineConfig({ INTERNAL_PORT, ...env, DATABASE_URL: env['DATABASE_URL'] || IN_MEMORY, ...NO_MARKET }),
  ...loadConfig(labSchema, env),
})
