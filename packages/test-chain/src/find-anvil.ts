import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

const RELEASE = join(__dirname, '..', '..', '..', 'release')
const ARCHITECTURES: Readonly<Record<string, string>> = { x64: 'amd64', arm64: 'arm64' }

/** The file of the local chain: that of ANVIL, else as installed in `release`, else on the PATH; null: none. */
export function findAnvil(env: NodeJS.ProcessEnv = process.env): string | null {
  const platform = `${process.platform}-${ARCHITECTURES[process.arch] ?? process.arch}`
  const installed = join(RELEASE, 'node_modules', '@foundry-rs', `anvil-${platform}`, 'bin', 'anvil')
  const onPath = (env['PATH'] ?? '').split(delimiter).map((directory) => join(directory, 'anvil'))
  const files = env['ANVIL'] === undefined ? [installed, ...onPath] : [env['ANVIL']]
  return files.find(isExecutable) ?? null
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}
