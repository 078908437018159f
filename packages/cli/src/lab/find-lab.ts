/** The laboratory that runs go to: the one that is named, or one that this process starts for itself. */
import { fork } from 'node:child_process'
import { existsSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { TradingClient, type Lab } from '@ats/sdk'
import type { Connection } from '../config.js'
import { Failure } from '../failure.js'

export interface FoundLab {
  readonly lab: Lab
  /** Ends it where this process has started it. */
  readonly close: () => void
}

interface Told {
  readonly url: string
  readonly key: string
  readonly secret: string
}

export const DEFAULT_LAB_URL = 'http://127.0.0.1:4003'
/** Where this command is part of the service, the service is beside it. */
const REPOSITORY = join(__dirname, '..', '..', '..', '..')
const LOCAL_LAB = join(REPOSITORY, 'services', 'trading-engine', 'dist', 'lab-local.js')
export const LAB_TOOL = join(REPOSITORY, 'services', 'trading-engine', 'dist', 'lab.js')
export const EXAMPLE_BOT = join(REPOSITORY, 'examples', 'lab.mjs')

/** `isOfService`: the one that knows accounts of the service. @throws Failure where there is none */
export async function findLab(
  connection: Connection,
  environment: NodeJS.ProcessEnv,
  note: (line: string) => void,
  isOfService = false,
): Promise<FoundLab> {
  const named = environment['ATS_LAB_URL']
  if (named === undefined && !isOfService && existsSync(LOCAL_LAB)) return startLab(environment, note)
  const { url, credentials } = connection
  if (credentials === undefined)
    throw new Failure('authentication', 'a laboratory takes a key: ats login, or ATS_API_KEY and ATS_API_SECRET')
  const client = new TradingClient({ url, ...credentials, labUrl: named ?? DEFAULT_LAB_URL })
  return { lab: client.lab, close: () => undefined }
}

/** It ends with this process, however that ends. */
async function startLab(environment: NodeJS.ProcessEnv, note: (line: string) => void): Promise<FoundLab> {
  const folder = labFolder(environment)
  if (!existsSync(folder)) note('starting a laboratory; the first time this takes some seconds')
  const child = fork(LOCAL_LAB, [], {
    env: { PATH: environment['PATH'], TZ: 'UTC', LAB_FOLDER: folder },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const { url, key, secret } = await new Promise<Told>((resolve, reject) => {
    child.once('message', (told) => resolve(told as Told))
    child.once('error', reject)
    child.once('exit', (code) =>
      reject(new Failure('unreachable', `the laboratory could not start: it ended with ${code}`)),
    )
  })
  const client = new TradingClient({ url, key, secret })
  return {
    lab: client.lab,
    close: () => {
      child.removeAllListeners('exit')
      if (child.connected) child.disconnect()
    },
  }
}

/** The folder of what a laboratory of one's own keeps from run to run. */
export const labFolder = (environment: NodeJS.ProcessEnv): string =>
  join(environment['XDG_CACHE_HOME'] || join(environment['HOME'] ?? homedir(), '.cache'), 'ats', 'lab')
