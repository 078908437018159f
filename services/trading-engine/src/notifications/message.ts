/** The messages of notification rules, the same on each channel. */
import type { MessageSeverity } from '../core/model/notification.js'

/** Sent again, it is the same message: receivers that can tell by the id show it once. */
export interface Message {
  readonly id: string
  readonly severity: MessageSeverity
  /** One line. */
  readonly title: string
  readonly lines: readonly string[]
  /** A page of the dashboard about it; null where the installation names none. */
  readonly link: string | null
}

/** As text: the title, what it says, and the link. */
export const textOf = ({ title, lines, link }: Message): string =>
  [title, '', ...lines, ...(link === null ? [] : ['', link])].join('\n')

/** No more than `max` characters, and never half of one. */
export function cutTo(text: string, max: number): string {
  if (text.length <= max) return text
  const cut = text.slice(0, max - 1)
  return `${/[\ud800-\udbff]$/.test(cut) ? cut.slice(0, -1) : cut}…`
}

const LINES_MAX = 40

/** One message for many: a line for each, as many as there is room for. */
export function digestOf(
  id: string,
  messages: readonly Message[],
  count: number,
  { link }: { readonly link: string | null },
): Message {
  const shown = messages.slice(0, LINES_MAX)
  const more = count - shown.length
  return {
    id,
    severity: messages.some(({ severity }) => severity === 'CRITICAL') ? 'CRITICAL' : 'WARNING',
    title: `${count} events`,
    lines: [
      'More has happened than is sent one by one, 20 messages a minute:',
      '',
      ...shown.map(({ title }) => `- ${title}`),
      ...(more > 0 ? [`- and ${more} more`] : []),
    ],
    link,
  }
}

export const codeMessage = (id: string, code: string): Message => ({
  id,
  severity: 'INFO',
  title: `${code} is your code`,
  lines: [
    `Enter ${code} in the dashboard, within 15 minutes, to be told here of what happens to your accounts.`,
    'If you have not asked for this, do nothing: nothing else will be sent.',
  ],
  link: null,
})

export const testMessage = (id: string, link: string | null): Message => ({
  id,
  severity: 'INFO',
  title: 'A test: notifications arrive here',
  lines: ['You have asked for this message. There is nothing to do.'],
  link,
})
