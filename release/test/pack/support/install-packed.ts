import { execFile } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'

const ROOT = join(__dirname, '../../../..')
const run = promisify(execFile)

export interface Manifest {
  readonly private?: boolean
  readonly dependencies?: Readonly<Record<string, string>>
}

/** As `npm install` would, with the dependencies that this repository has installed. */
export async function installPacked(name: string, tarball: string, project: string): Promise<void> {
  const modules = join(project, 'node_modules')
  const folder = join(modules, name)
  mkdirSync(folder, { recursive: true })
  await run('tar', ['-xzf', tarball, '--strip-components=1', '-C', folder])
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest
  for (const inner of Object.keys(manifest.dependencies ?? {})) copyWithDependencies(inner, modules)
  if (existsSync(join(modules, '@types'))) return
  mkdirSync(join(modules, '@types'))
  symlinkSync(join(ROOT, 'node_modules/@types/node'), join(modules, '@types/node'))
}

function copyWithDependencies(name: string, modules: string): void {
  if (existsSync(join(modules, name))) return
  cpSync(join(ROOT, 'node_modules', name), join(modules, name), { recursive: true })
  copyDependenciesOf(join(modules, name), modules)
}

/** A dependency that the package has inside of it, in another version than the rest, was copied with it. */
function copyDependenciesOf(folder: string, modules: string): void {
  const { dependencies = {} } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Partial<Manifest>
  for (const inner of Object.keys(dependencies)) {
    const own = join(folder, 'node_modules', inner)
    if (existsSync(own)) copyDependenciesOf(own, modules)
    else copyWithDependencies(inner, modules)
  }
}
