/**
 * A queue that is fair by group. So many members may run at a time, in all and of each group; the others wait, and the
 * groups that wait take turns: one of each group, then the next of each.
 */
export interface TurnTaker<Dismissal> {
  readonly runningMax: number
  running: number
  /** In the order they came. */
  readonly waiting: Set<Waiting<Dismissal>>
}

interface Waiting<Dismissal> {
  readonly end: (dismissal: Dismissal | null) => void
}

interface Turn<Dismissal> {
  /** Undefined: it may go on. Else resolves when it may, with null, or with the reason why it was refused. */
  take(): Promise<Dismissal | null> | undefined
  /** Once, when nothing is done for it any more. */
  end(): void
}

interface TurnQueueOptions<Dismissal, Group> {
  /** Members that may run at this moment, of all groups. */
  readonly runningMax: () => number
  /** A member that has waited so long is refused. */
  readonly waitMs: number
  readonly onWaitedInVain: (group: Group) => Dismissal
  /** Runs it in the next turn of the event loop. */
  readonly soon: (work: () => void) => void
}

export interface TurnQueue<Dismissal, Group> {
  join(group: Group): Turn<Dismissal>
  /** The groups of which members wait. */
  groups(): Iterable<Group>
  /** Refuses the last waiting member of the group; false when none waits. */
  dismissLast(group: Group, dismissal: Dismissal): boolean
  readonly waiting: number
}

export function createTurnQueue<Dismissal, Group extends TurnTaker<Dismissal>>(
  options: TurnQueueOptions<Dismissal, Group>,
): TurnQueue<Dismissal, Group> {
  const { runningMax, waitMs, onWaitedInVain, soon } = options
  /** The groups with waiting members; the first is the next to have a turn. */
  const turns = new Set<Group>()
  let running = 0
  let waiting = 0
  let isCalling = false

  const wait = (group: Group): Promise<Dismissal | null> =>
    new Promise((resolve) => {
      const mine: Waiting<Dismissal> = {
        end(dismissal) {
          clearTimeout(timer)
          group.waiting.delete(mine)
          waiting -= 1
          if (group.waiting.size === 0) turns.delete(group)
          resolve(dismissal)
        },
      }
      const timer = setTimeout(() => mine.end(onWaitedInVain(group)), waitMs)
      group.waiting.add(mine)
      waiting += 1
      turns.add(group)
    })

  const run = (group: Group): void => {
    group.running += 1
    running += 1
  }

  /** False: none may go on. */
  const callOne = (): boolean => {
    for (const group of turns) {
      if (running >= runningMax()) return false
      if (group.running >= group.runningMax) continue
      const [next] = group.waiting
      if (next === undefined) continue
      turns.delete(group)
      turns.add(group)
      run(group)
      next.end(null)
      return true
    }
    return false
  }

  /** Calls one in a turn of the event loop: other work, such as new connections, waits for one and not for a dozen. */
  const callNext = (): void => {
    if (isCalling || waiting === 0) return
    isCalling = true
    soon(() => {
      isCalling = false
      if (callOne()) callNext()
    })
  }

  return {
    join(group) {
      let isRunning = false
      return {
        take() {
          if (group.waiting.size === 0 && group.running < group.runningMax && running < runningMax()) {
            isRunning = true
            return run(group) as undefined
          }
          return wait(group).then((dismissal) => {
            isRunning = dismissal === null
            return dismissal
          })
        },
        end() {
          if (!isRunning) return
          group.running -= 1
          running -= 1
          callNext()
        },
      }
    },
    groups: () => turns,
    dismissLast(group, dismissal) {
      const last = [...group.waiting].at(-1)
      last?.end(dismissal)
      return last !== undefined
    },
    get waiting() {
      return waiting
    },
  }
}
