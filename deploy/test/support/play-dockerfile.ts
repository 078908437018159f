import { copyFile, mkdir, readdir, readFile, stat } from 'node:fs/promises'
import { dirname, join, relative, resolve } from 'node:path'
import createIgnore from '@balena/dockerignore'
import type { Stage } from './dockerfile.js'
import { REPOSITORY } from './repository.js'
import { runOrThrow } from './run.js'

/** An image as far as it exists without a container engine: a folder of files, and the environment of its commands. */
export interface PlayedImage {
  /** Stands for `/`. */
  readonly root: string
  /** The folder that stands for its working directory. */
  readonly directory: string
  readonly env: Readonly<Record<string, string>>
}

export interface PlayOptions {
  /** An empty folder, which gets one for each stage. */
  readonly workshop: string
  /** Done instead of the command of a RUN, in its directory. */
  readonly instead?: ReadonlyMap<string, (directory: string) => Promise<void>>
}

/** Only for what hangs: on a busy machine three images that install at the same time take minutes. */
const STEP_TIMEOUT_MS = 480_000

/**
 * Carries out the stages that `target` is made from as plain commands. Base images are taken to be this machine, and
 * steps that only say how the image is run are left out.
 */
export async function playDockerfile(
  stages: readonly Stage[],
  target: string,
  options: PlayOptions,
): Promise<PlayedImage> {
  const played = new Map<string, PlayedImage>()
  for (const stage of neededFor(stages, target)) {
    played.set(stage.name, await playStage(stage, played, options))
  }
  return played.get(target)!
}

function neededFor(stages: readonly Stage[], target: string): readonly Stage[] {
  const stage = stages.find(({ name }) => name === target)
  if (stage === undefined) return []
  const sources = [stage.from, ...stage.steps.map((step) => (step.kind === 'copy' ? step.fromStage : null))]
  const before = sources.filter((name) => name !== null).flatMap((name) => neededFor(stages, name))
  return [...new Set([...before, stage])]
}

async function playStage(
  stage: Stage,
  played: ReadonlyMap<string, PlayedImage>,
  { workshop, instead }: PlayOptions,
): Promise<PlayedImage> {
  const root = join(workshop, stage.name)
  const base = played.get(stage.from)
  if (base === undefined) await mkdir(root)
  else await copyFolder(base.root, root)
  let directory = base === undefined ? '/' : base.directory.slice(base.root.length)
  let env = { ...base?.env }
  for (const step of stage.steps) {
    if (step.kind === 'workdir') {
      directory = resolve(directory, step.path)
      await mkdir(join(root, directory), { recursive: true })
    } else if (step.kind === 'env') env = { ...env, ...step.variables }
    else if (step.kind === 'copy') {
      const target = join(root, resolve(directory, step.target))
      for (const source of step.sources)
        if (step.fromStage === null) await copyContext(join(REPOSITORY, source), target)
        else await copyFolder(join(played.get(step.fromStage)!.root, source), target)
    } else if (step.kind === 'run') {
      const otherwise = instead?.get(step.command)
      const cwd = join(root, directory)
      const options = { cwd, env: environment(env), timeoutMs: STEP_TIMEOUT_MS }
      if (otherwise === undefined) await runOrThrow('sh', ['-c', step.command], options)
      else await otherwise(cwd)
    }
  }
  return { root, directory: join(root, directory), env }
}

/** The machine's paths to programs and packages, without the variables of the test itself. */
function environment(env: Readonly<Record<string, string>>): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(([name]) => name === 'PATH' || name === 'HOME')
  return { ...Object.fromEntries(kept), npm_config_prefer_offline: 'true', ...env }
}

/** Copies a file of the build context into a folder, or a folder of it as `.dockerignore` leaves it. */
async function copyContext(source: string, target: string): Promise<void> {
  const isKept = createIgnore()
    .add(await readFile(join(REPOSITORY, '.dockerignore'), 'utf8'))
    .createFilter()
  const isFile = (await stat(source)).isFile()
  const files = isFile ? [source] : await filesIn(source)
  for (const file of files.filter((path) => isKept(relative(REPOSITORY, path)))) {
    const copy = join(target, relative(isFile ? dirname(source) : source, file))
    await mkdir(dirname(copy), { recursive: true })
    await copyFile(file, copy)
  }
}

/** Large, and none of them part of any context. */
const NEVER_SENT = new Set(['node_modules', '.git', '.data'])

async function filesIn(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { withFileTypes: true })
  const paths = entries.filter(({ name }) => !NEVER_SENT.has(name))
  const nested = await Promise.all(
    paths.map((entry) => {
      const path = join(folder, entry.name)
      return entry.isDirectory() ? filesIn(path) : Promise.resolve([path])
    }),
  )
  return nested.flat()
}

async function copyFolder(source: string, target: string): Promise<void> {
  await mkdir(target, { recursive: true })
  await runOrThrow('cp', ['-alf', `${source}/.`, target], { cwd: source })
}
