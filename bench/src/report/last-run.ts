/** The results of the last run, and those of one that goes on with it (`--add`). */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { SECTIONS, type SectionName } from '../flags.js'
import { LATEST } from './write-report.js'
import type { Results } from './results.js'

/** Throws an Error when the folder holds none. */
export function readLastRun(outDir: string): Results {
  const file = join(outDir, LATEST)
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Results
  } catch (error) {
    throw new Error(`--add: there are no results of a last run in ${file}; run without --add first`, { cause: error })
  }
}

const MUST_BE_EQUAL = ['machine', 'scale', 'isQuick'] as const

/**
 * Both runs as one. A section that both have is that of the later. Throws an Error when machine, software or scale
 * differ: no page may show such results as those of one run.
 */
export function joinRuns(last: Results, later: Results): Results {
  for (const part of MUST_BE_EQUAL) {
    if (isDeepStrictEqual(last[part], later[part])) continue
    const [had, has] = [last[part], later[part]].map((value) => JSON.stringify(value))
    throw new Error(`--add: ${part} of the last run was ${had} and is ${has} now; run without --add`)
  }
  const kept = last.sections.filter(({ name }) => !isMeasured(later, name))
  const sections = [...kept, ...later.sections]
  return {
    ...later,
    startedAt: last.startedAt,
    minutes: last.minutes + later.minutes,
    sections: sections.sort((a, b) => SECTIONS.indexOf(a.name) - SECTIONS.indexOf(b.name)),
  }
}

/** The sections that the results do not have. */
export const missingSections = (results: Results): readonly SectionName[] =>
  SECTIONS.filter((name) => !isMeasured(results, name))

const isMeasured = ({ sections }: Results, name: SectionName): boolean =>
  sections.some((section) => section.name === name)
