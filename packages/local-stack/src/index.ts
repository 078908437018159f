export type { ChildExit, ChildSpec, StopStep } from './processes/guardian-messages.js'
export { startGuardian, type Guardian, type RunningChild } from './processes/guardian.js'
export { SERVICE_NODE_ARGS } from './processes/service-node-args.js'
export { answersReady } from './processes/answers-ready.js'
export { waitUntil } from './processes/wait-until.js'
export { findFreePort } from './processes/free-port.js'
export { startPostgres, type PostgresOptions, type RunningPostgres } from './postgres/start-postgres.js'
export type { PostgresBinaries } from './postgres/binaries.js'
export { ensureServiceDatabase, type ServiceDatabase } from './postgres/service-database.js'
export { findRedisServer, startRedis } from './redis/start-redis.js'
export { makeTemporaryDirectory, openWorkspace, type Workspace } from './services/workspace.js'
export { LAB_ENTRY, serviceEntry } from './services/program.js'
export { migrateService } from './services/migrate-service.js'
export { engineEnvironment, walletEnvironment, type EngineRole } from './services/service-environment.js'
export {
  runService,
  startLoneService,
  startService,
  type Environment,
  type RunningService,
  type ServiceOptions,
} from './services/start-service.js'
export { startServers, type Servers } from './servers/start-servers.js'
export { startStack, type Stack, type StackOptions } from './stack/start-stack.js'
export {
  awaitRunning,
  makeInstallation,
  startLauncher,
  type Installation,
  type RunningLauncher,
} from './launcher/start-launcher.js'
export { StartError } from './start-error.js'
