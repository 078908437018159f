/** The connections that carry a stream: their response goes on, so other limits are for them. */
import type { Socket } from 'node:net'

const streaming = new WeakSet<Socket>()

export const isStreaming = (socket: Socket): boolean => streaming.has(socket)

export const markStreaming = (socket: Socket): void => void streaming.add(socket)

/** The response is on its way to its end. */
export const unmarkStreaming = (socket: Socket): void => void streaming.delete(socket)
