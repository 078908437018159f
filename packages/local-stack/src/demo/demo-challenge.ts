import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { callExpecting } from './http-json.js'
import { credentialHeaders, type Demo } from './demo-user.js'

/** The address of the operator API, and a token for it. */
interface OperatorAccess {
  readonly url: string
  readonly token: string
}

/** The plans and the program that docs/CHALLENGES.md sells. */
const EXAMPLES = join(__dirname, '..', '..', '..', '..', 'docs', 'examples', 'challenge')
const PROGRAM = 'sprint'

interface Challenge {
  readonly program_id: string
  readonly ended_at: string | null
}

/** Puts the program of the examples on sale, and begins a challenge of the demo user; neither where it is there. */
export async function ensureDemoChallenge(engineUrl: string, demo: Demo, operatorFile: string): Promise<void> {
  const programs = await callExpecting<readonly { readonly id: string }[]>(200, 'GET', `${engineUrl}/v1/programs`, {})
  if (!programs.some(({ id }) => id === PROGRAM)) await importExamples(operatorFile)
  const challengesUrl = `${engineUrl}/v1/challenges`
  const headers = credentialHeaders(demo)
  const challenges = await callExpecting<readonly Challenge[]>(200, 'GET', challengesUrl, headers)
  if (challenges.some(({ program_id, ended_at }) => program_id === PROGRAM && ended_at === null)) return
  await callExpecting(201, 'POST', challengesUrl, headers, { program_id: PROGRAM })
}

/** Only at the first start: what an operator has made of them since stays. */
async function importExamples(operatorFile: string): Promise<void> {
  const { url, token } = JSON.parse(readFileSync(operatorFile, 'utf8')) as OperatorAccess
  for (const name of ['plans', 'programs']) {
    const body = JSON.parse(readFileSync(join(EXAMPLES, `${name}.json`), 'utf8')) as object
    await callExpecting(200, 'PUT', `${url}/operator/v1/${name}`, { authorization: `Bearer ${token}` }, body)
  }
}
