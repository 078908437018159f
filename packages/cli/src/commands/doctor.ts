import type { Command } from 'commander'
import type { Act } from '../act.js'
import { examine } from '../doctor/examine.js'
import type { Finding } from '../doctor/finding.js'
import { Failure } from '../failure.js'
import type { Paint, Style } from '../terminal/paint.js'

const STYLES: Readonly<Record<Finding['verdict'], Style>> = { OK: 'green', NOTE: 'yellow', FIX: 'red' }

export function addDoctorCommand(program: Command, act: Act): void {
  const doctor = program
    .command('doctor')
    .description('check everything between you and an order; each line says OK, or what to do')
    .addHelpText('after', '\nExits with 1 when something is to be put right (FIX); NOTE is only worth knowing.')
  act(doctor, async (session) => {
    const { terminal, isJson } = session
    const findings: Finding[] = []
    for await (const finding of examine(session)) {
      findings.push(finding)
      if (!isJson) for (const line of findingLines(finding, terminal.paint)) terminal.out(line)
    }
    if (isJson) terminal.out(JSON.stringify(findings, null, 2))
    const wrong = findings.filter(({ verdict }) => verdict === 'FIX').length
    if (wrong > 0) throw new Failure('refused', `${wrong} of ${findings.length} checks found something to put right`)
  })
}

function findingLines({ check, verdict, found, advice }: Finding, paint: Paint): readonly string[] {
  const line = `${paint(STYLES[verdict], verdict.padEnd(4))}  ${check.padEnd(10)}  ${found}`
  return advice === '' ? [line] : [line, `${' '.repeat(18)}→ ${advice}`]
}
