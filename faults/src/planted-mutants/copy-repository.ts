/** A copy of what the suite needs, with its own sources and build, sharing only the installed libraries. */
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Edit } from './mutants.js'

/** The workspace whose build is wanted. */
const BUILT = 'faults'
const FILES = ['package.json', 'tsconfig.base.json']

interface Project {
  readonly references?: readonly { readonly path: string }[]
}

/** The workspace and all that its build refers to, by their folders: each before those that need it. */
export function workspacesOf(root: string, workspace = BUILT): readonly string[] {
  const { references = [] } = JSON.parse(readFileSync(join(root, workspace, 'tsconfig.json'), 'utf8')) as Project
  const needed = references.flatMap(({ path }) => workspacesOf(root, join(workspace, path)))
  return [...new Set([...needed, workspace])]
}

/** Times are kept, so that a build of the copy only builds what is then edited. */
export function copyRepository(root: string, copy: string): void {
  for (const file of FILES) cpSync(join(root, file), join(copy, file), { preserveTimestamps: true })
  const workspaces = workspacesOf(root)
  for (const workspace of workspaces) {
    cpSync(join(root, workspace), join(copy, workspace), {
      recursive: true,
      preserveTimestamps: true,
      filter: (source) => basename(source) !== 'node_modules',
    })
    linkOwnModules(join(root, workspace), join(copy, workspace))
  }
  linkModules(root, copy, workspaces)
}

function linkOwnModules(workspace: string, copy: string): void {
  const modules = join(workspace, 'node_modules')
  if (existsSync(modules)) symlinkSync(modules, join(copy, 'node_modules'))
}

/** Every installed library by a link, the workspaces by links into the copy. */
function linkModules(root: string, copy: string, workspaces: readonly string[]): void {
  const modules = join(copy, 'node_modules')
  mkdirSync(join(modules, '@ats'), { recursive: true })
  for (const name of readdirSync(join(root, 'node_modules'))) {
    if (name !== '@ats') symlinkSync(join(root, 'node_modules', name), join(modules, name))
  }
  for (const workspace of workspaces) symlinkSync(join(copy, workspace), join(modules, '@ats', basename(workspace)))
}

/** @throws Error when an edit does not match exactly once */
export function applyEdits(copy: string, edits: readonly Edit[]): void {
  for (const { file, find, replace } of edits) {
    const path = join(copy, file)
    const parts = readFileSync(path, 'utf8').split(find)
    if (parts.length !== 2) {
      throw new Error(
        `the mutant no longer applies: in ${file} this should stand once, and stands ${parts.length - 1} times: ${find.trim()}`,
      )
    }
    writeFileSync(path, parts.join(replace))
  }
}
