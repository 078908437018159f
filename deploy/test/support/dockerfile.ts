import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DockerfileParser, type Copy, type Instruction } from 'dockerfile-ast'
import { REPOSITORY } from './repository.js'

/** A stage of the Dockerfile, in its order. */
export interface Stage {
  readonly name: string
  /** An image, or the name of an earlier stage. */
  readonly from: string
  readonly steps: readonly Step[]
}

export type Step =
  | { readonly kind: 'workdir'; readonly path: string }
  | { readonly kind: 'env'; readonly variables: Readonly<Record<string, string>> }
  /** `fromStage` is null for what comes from the build context. */
  | {
      readonly kind: 'copy'
      readonly fromStage: string | null
      readonly sources: readonly string[]
      readonly target: string
    }
  | { readonly kind: 'run'; readonly command: string }
  | { readonly kind: 'user'; readonly user: string }
  | { readonly kind: 'expose'; readonly ports: readonly number[] }
  /** In exec form: programs and their arguments, never a shell. */
  | { readonly kind: 'healthcheck' | 'cmd'; readonly command: readonly string[] }

export const readDockerfile = (): Promise<string> => readFile(join(REPOSITORY, 'Dockerfile'), 'utf8')

/** @throws Error for an instruction that is not among the steps, or a command that needs a shell */
export function stagesOf(dockerfile: string): readonly Stage[] {
  const stages: { name: string; from: string; steps: Step[] }[] = []
  for (const instruction of DockerfileParser.parse(dockerfile).getInstructions()) {
    const words = instruction.getArguments().map((argument) => argument.getValue())
    if (instruction.getKeyword() === 'FROM') stages.push({ from: words[0]!, name: words[2]!, steps: [] })
    else stages.at(-1)!.steps.push(stepOf(instruction, words))
  }
  return stages
}

function stepOf(instruction: Instruction, words: readonly string[]): Step {
  switch (instruction.getKeyword()) {
    case 'WORKDIR':
      return { kind: 'workdir', path: words[0]! }
    case 'ENV':
      return { kind: 'env', variables: Object.fromEntries(words.map(variableOf)) }
    case 'COPY':
      return {
        kind: 'copy',
        fromStage: (instruction as Copy).getFromFlag()?.getValue() ?? null,
        sources: words.slice(0, -1),
        target: words.at(-1)!,
      }
    case 'RUN':
      // The cache that a mount gives is npm's own here.
      return { kind: 'run', command: contentOf(instruction).replace(/^(--mount=\S+\s+)+/, '') }
    case 'USER':
      return { kind: 'user', user: words[0]! }
    case 'EXPOSE':
      return { kind: 'expose', ports: words.map(Number) }
    case 'CMD':
      return { kind: 'cmd', command: execForm(contentOf(instruction)) }
    case 'HEALTHCHECK':
      return { kind: 'healthcheck', command: execForm(contentOf(instruction).replace(/^CMD\s+/, '')) }
    default:
      throw new Error(`What does ${instruction.getKeyword()} do to an image?`)
  }
}

/** Splits at the first `=`; the value may contain more of them. */
const variableOf = (word: string): [string, string] => {
  const end = word.indexOf('=')
  return [word.slice(0, end), word.slice(end + 1)]
}

const contentOf = (instruction: Instruction): string => instruction.getRawArgumentsContent() ?? ''

const execForm = (content: string): readonly string[] => JSON.parse(content) as string[]

/** The steps of one kind of a stage. */
export function stepsOf<K extends Step['kind']>(stage: Stage, kind: K): readonly Extract<Step, { kind: K }>[] {
  return stage.steps.filter((step): step is Extract<Step, { kind: K }> => step.kind === kind)
}
