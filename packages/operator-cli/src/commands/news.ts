import { type Command } from 'commander'
import type { ApiRequest, Row } from '../api.js'
import { parseJson, readFile } from '../read-file.js'
import { LIST_OPTIONS, openSession, showList, type ListOptions, type Host } from '../session.js'
import { facts, table, type Column } from '../table.js'

const LISTED: readonly Column[] = ['id', 'at', 'impact', 'currencies', 'symbols', 'title']

export function addNewsCommands(program: Command, host: Host): void {
  const news = program.command('news').description('the calendar that news freezes follow')
  news
    .command('import')
    .argument('<file>', 'JSON: {"events": [...]}, or iCalendar; see docs/OPERATOR.md')
    .description('take over a calendar, whole or not at all; importing it again changes nothing')
    .option('--dry-run', 'only show what would change, and what it would freeze')
    .action(async (file: string, { dryRun }: { dryRun?: true }, command: Command) => {
      const { call, show } = openSession(command, host)
      const query = { dry_run: dryRun === true ? 'true' : undefined }
      const { body } = await call('PUT', '/news', { query, ...calendarOf(file, readFile(file)) })
      const { events, absent, ...counts } = body
      const columns = ['id', 'at', 'outcome', 'impact', 'concerns', 'freezes']
      const shown = Array.isArray(events) ? ['', table(events as readonly Row[], columns)] : []
      if (Array.isArray(absent) && absent.length > 0)
        shown.push('', 'not in the file; they stay until removed:', table(absent as readonly Row[], LISTED))
      show(body, () => [facts(counts), ...shown].join('\n'))
    })
  const list = news.command('list').description('scheduled news, the latest first')
  for (const option of LIST_OPTIONS) list.addOption(option)
  list.action(async (options: ListOptions, command: Command) => {
    const session = openSession(command, host)
    const answer = await session.call<readonly Row[]>('GET', '/news', { query: { ...options } })
    showList(session, host, answer, LISTED)
  })
  news
    .command('remove')
    .argument('<id>', 'of the event')
    .description('take an event out of the calendar')
    .action(async (id: string, _options: object, command: Command) => {
      const { call, show } = openSession(command, host)
      const { body } = await call('DELETE', `/news/${encodeURIComponent(id)}`)
      show(body, () => facts(body))
    })
}

const calendarOf = (file: string, text: string): ApiRequest =>
  /^\uFEFF?BEGIN:/i.test(text) || /\.ics$/i.test(file)
    ? { text: { content: text, type: 'text/calendar' } }
    : { body: parseJson(file, text) }
