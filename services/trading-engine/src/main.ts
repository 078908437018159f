import { ConfigError } from '@ats/service-kit/process'
import { environment, loadEngineConfig } from './config.js'
import { endWith, serveEngine } from './serve.js'

const main = async (): Promise<void> => serveEngine(loadEngineConfig(environment))

main().catch((error: unknown) => endWith(error, error instanceof ConfigError ? 2 : 1))
