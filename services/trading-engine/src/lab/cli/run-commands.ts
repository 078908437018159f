/** `run compare` and `run recreate`: reports of runs, and what differs between them. */
import { readFile, writeFile } from 'node:fs/promises'
import {
  compareReports,
  firstTrace,
  readReport,
  ReportError,
  type RecreatedRun,
  type WrittenReport,
} from '../run/written-report.js'
import type { LabCommand } from './lab-command.js'

/** Makes a run again; tapes are looked for in the folder, too. */
export type Recreate = (report: WrittenReport, tapes: string) => Promise<RecreatedRun>

export const compareRuns: LabCommand = {
  usage: 'REPORT REPORT',
  words: [2, 2],
  async run([first = '', second = ''], _, { out }) {
    const difference = compareReports(await reportOf(first), await reportOf(second))
    out(JSON.stringify(difference, null, 2))
    return difference.equal ? 0 : 1
  },
}

export const recreateCommand = (recreate: Recreate): LabCommand => ({
  usage: 'REPORT [--tapes FOLDER] [--trace FILE]',
  options: ['tapes', 'trace'],
  words: [1, 1],
  async run([name = ''], { tapes = '.data/lab/tapes', trace }, { out }) {
    const report = await reportOf(name)
    const made = await recreate(report, tapes)
    if (trace !== undefined) await writeFile(trace, made.trace.map((event) => `${JSON.stringify(event)}\n`).join(''))
    const equal = made.hash === report.events_hash
    const status = report.commands.findIndex((command, place) => command.status !== made.statuses[place])
    out(
      JSON.stringify({
        ...{ equal, events: made.trace.length, events_hash: made.hash, code_version: report.code_version },
        event: equal ? null : firstTrace(report.trace, made.trace),
        ...(status >= 0 && { command: { number: status + 1, status: made.statuses[status] } }),
      }),
    )
    return equal ? 0 : 1
  },
})

async function reportOf(path: string): Promise<WrittenReport> {
  const text = await readFile(path, 'utf8').catch(() => null)
  if (text === null) throw new ReportError(`${path}: there is no such file that could be read`)
  return readReport(text, path)
}
