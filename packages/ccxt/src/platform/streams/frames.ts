/** A frame of a stream of server-sent events. One without data says how far the stream is by its id alone. */
export interface Frame {
  readonly id: string | undefined
  readonly event: string
  readonly data: string
}

export interface FrameReader {
  /** Takes in the next piece of the stream, wherever it was cut. */
  readonly read: (text: string) => void
}

const LINE_MAX = 16 * 1024 * 1024

/** Reads frames, and the times to wait before connecting again (`retry:`, in ms). Throws for a line over 16 MB. */
export function frameReader(onFrame: (frame: Frame) => void, onRetry: (ms: number) => void): FrameReader {
  let rest = ''
  let id: string | undefined
  let event = ''
  let data: string[] = []

  function endFrame(): void {
    if (data.length > 0 || id !== undefined)
      onFrame({ id, event: event === '' ? 'message' : event, data: data.join('\n') })
    id = undefined
    event = ''
    data = []
  }

  function readLine(line: string): void {
    if (line === '') return endFrame()
    const colon = line.indexOf(':')
    const name = colon === -1 ? line : line.slice(0, colon)
    const value = colon === -1 ? '' : line.slice(line[colon + 1] === ' ' ? colon + 2 : colon + 1)
    if (name === 'data') data.push(value)
    else if (name === 'event') event = value
    else if (name === 'id') id = value
    else if (name === 'retry' && /^\d{1,9}$/.test(value)) onRetry(Number(value))
  }

  return {
    read(text) {
      const lines = text.split('\n')
      lines[0] = rest + (lines[0] ?? '')
      rest = lines.pop() ?? ''
      if (rest.length > LINE_MAX) throw new Error('a line of the stream is longer than 16 MB')
      for (const line of lines) readLine(line.endsWith('\r') ? line.slice(0, -1) : line)
    },
  }
}
