/** Frames of server-sent events, as bytes that all readers of the same value share. */

export interface Frame {
  readonly event: string
  /** One line of JSON, as `JSON.stringify` writes it. */
  readonly data: string
  /** By which a reader resumes: the last one it saw is its `Last-Event-ID`. */
  readonly id?: number
}

export const frameText = ({ event, data, id }: Frame): string =>
  `${id === undefined ? '' : `id: ${id}\n`}event: ${event}\ndata: ${data}\n\n`

/** Where a reader is that has seen no frame with an id yet: it shows nothing, and is what the reader resumes by. */
export const positionText = (id: number): string => `id: ${id}\n\n`

/** How long a reader that has lost its stream waits before it connects again; ms. */
export const retryText = (ms: number): string => `retry: ${Math.round(ms)}\n\n`

/** Tells the reader, and all in between, that the stream is alive. */
export const KEEP_ALIVE = Buffer.from(': keep-alive\n\n')
