import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { publint } from 'publint'
import { formatMessage } from 'publint/utils'

const ATTW = join(import.meta.dirname, '../node_modules/@arethetypeswrong/cli/dist/index.js')

/** The problems that importers of a packed package would have: those of its manifest, and those of its types. */
export async function checkPackage({ folder, tarball, hasTypes }) {
  const { messages, pkg } = await publint({ pkgDir: folder, strict: true })
  return [...messages.map((message) => formatMessage(message, pkg)), ...(hasTypes ? typeProblems(tarball) : [])]
}

/** Resolution by Node.js 10 knows no `exports`: of the subpaths it cannot know. */
function typeProblems(tarball) {
  try {
    execFileSync(process.execPath, [ATTW, tarball, '--format', 'ascii', '--no-color', '--profile', 'node16'], {
      encoding: 'utf8',
    })
    return []
  } catch (error) {
    return [error.stdout]
  }
}
