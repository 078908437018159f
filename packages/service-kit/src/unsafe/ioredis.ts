/** Written for ioredis 5.11: how it sends commands, which its documentation leaves out. */
import { Command, type Redis } from 'ioredis'

/** A command whose text is ready: to encode its arguments one by one would cost ioredis more than everything else. */
class ReadyCommand extends Command {
  constructor(private readonly text: string) {
    super('eval', [], { replyEncoding: 'utf8' })
  }
  override toWritable(): string {
    return this.text
  }
}

/** Sends a command as Redis reads it (RESP), and resolves to its reply. */
export const sendText = (client: Redis, text: string): unknown => client.sendCommand(new ReadyCommand(text))

export interface SentCommand {
  /** It has its reply. One that was rejected is not resolved, and may be rejected again. */
  readonly isResolved: () => boolean
  readonly reject: (error: Error) => void
}

/** Has `watch` called with each command before it is sent. */
export function watchCommands(client: Redis, watch: (command: SentCommand) => void): void {
  const send = client.sendCommand.bind(client)
  client.sendCommand = (command, stream) => {
    watch({ isResolved: () => command.isResolved, reject: (error) => command.reject(error) })
    return send(command, stream)
  }
}

/** Whether the connection still takes what is written to it: `status` says so for longer than is true. */
export const isWritable = (client: Redis): boolean => client.stream.writable
