import type { ReadStream, WriteStream } from 'node:tty'

const ENTER = '\u001B[?1049h\u001B[?25l'
const LEAVE = '\u001B[?25h\u001B[?1049l'
const HOME = '\u001B[H'
const TO_LINE_END = '\u001B[K'
const TO_SCREEN_END = '\u001B[J'
const CTRL_C = '\u0003'

export interface Screen {
  columns(): number
  rows(): number
  /** Takes the place of all that was shown. */
  draw(lines: readonly string[]): void
  onResize(redraw: () => void): void
  /** Leaves the terminal as it was found; again does nothing. */
  close(): void
}

interface ScreenStreams {
  readonly output: WriteStream
  readonly input: ReadStream | undefined
}

/** The whole terminal, on a page of its own, so that what was there before is there again afterwards. */
export function openScreen({ output, input }: ScreenStreams, stop: () => void): Screen {
  const onKey = (data: Buffer): void => {
    if ([CTRL_C, 'q', 'Q'].includes(data.toString())) stop()
  }
  let isOpen = true
  let redraw: () => void = () => undefined
  const onResize = (): void => redraw()
  const close = (): void => {
    if (!isOpen) return
    isOpen = false
    output.off('resize', onResize)
    process.off('exit', close)
    input?.off('data', onKey).setRawMode(false).pause()
    output.write(LEAVE)
  }
  output.write(ENTER)
  output.on('resize', onResize)
  // Whatever ends the process, the terminal is usable afterwards.
  process.on('exit', close)
  input?.setRawMode(true).on('data', onKey)
  return {
    columns: () => output.columns,
    rows: () => output.rows,
    draw: (lines) => {
      if (isOpen) output.write(HOME + lines.map((line) => line + TO_LINE_END).join('\n') + TO_SCREEN_END)
    },
    onResize: (given) => (redraw = given),
    close,
  }
}
