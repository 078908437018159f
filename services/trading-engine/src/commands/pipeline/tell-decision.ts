import { mapInTurns, type TakeTurn } from '@ats/service-kit/async'
import type { Account } from '../../core/model/account/account.js'
import type { Changes } from '../../core/model/draft.js'
import type { DecidedEvent } from '../../core/model/events.js'
import { isLong } from '../../store/write/execute-write.js'
import { decidedEvent } from '../../wire/event-data.js'
import { createResourceTexts } from '../../wire/resource-texts.js'
import type { Command } from './command.js'

interface Told {
  readonly decided: readonly DecidedEvent[]
  /** The status of the response. */
  readonly status: number
  readonly text: string
}

/** A decision in words: its events and its response, both whole. A long one takes several turns of the event loop. */
export async function tellDecision<A>(
  command: Pick<Command<A>, 'render'>,
  account: Account,
  { changes, answer }: { readonly changes: Changes | null; readonly answer: A },
  takeTurn: TakeTurn,
): Promise<Told> {
  const texts = createResourceTexts()
  const decided =
    changes === null
      ? []
      : await mapInTurns(changes.events, (event) => decidedEvent(account, event, texts), undefined, takeTurn)
  if (isLong(changes)) await takeTurn()
  return { decided, ...command.render(answer, texts) }
}
