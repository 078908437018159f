/** Changes what a stream of server-sent events writes: frames are doubled, told in another order, or the end of it. */
import type { StreamFaultAction } from './fault.js'

/** The text that is written instead; `ends`: and nothing more. */
export interface ChangedWrite {
  readonly text: string
  readonly ends: boolean
}

/**
 * Whole frames come in; comments, which keep a connection open, are no events.
 * @param isNumbered whether its events have ids: newest values, which are told in between, are then none
 */
export function createStreamFaults(
  isNumbered: boolean,
  meet: () => StreamFaultAction | null,
): (text: string) => ChangedWrite {
  let held: string | null = null

  return (written) => {
    let text = ''
    for (const frame of framesOf(written)) {
      if (!isEvent(frame, isNumbered)) {
        text += frame
        continue
      }
      const action = meet()
      if (action === 'CUT_STREAM') return { text, ends: true }
      if (action === 'REORDER_EVENTS' && held === null) {
        held = frame
        continue
      }
      text += action === 'DUPLICATE_EVENT' ? frame + frame : frame
      if (held === null) continue
      text += held
      held = null
    }
    return { text, ends: false }
  }
}

/** How many events there are in it. */
export const countEvents = (written: string, isNumbered: boolean): number =>
  framesOf(written).filter((frame) => isEvent(frame, isNumbered)).length

const framesOf = (written: string): readonly string[] => written.split(/(?<=\n\n)/)

const isEvent = (frame: string, isNumbered: boolean): boolean =>
  /^data:/m.test(frame) && (!isNumbered || /^id:/m.test(frame))
