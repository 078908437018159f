import { shareConnection, type Connect, type LiveEntry, type TabChannel, type TabLocks } from './shared-connection.js'
import { createLiveStore } from './store.js'

/** Gives messages to all other tabs, each in a turn of its own, as a browser does. */
function createBus() {
  const channels = new Set<TabChannel>()
  return (): TabChannel => {
    const channel: TabChannel = {
      onmessage: null,
      postMessage: (message) => {
        if (!channels.has(channel)) throw new Error('the channel is closed')
        const data: unknown = structuredClone(message)
        for (const other of channels)
          if (other !== channel) queueMicrotask(() => other.onmessage?.({ data } as MessageEvent))
      },
      close: () => void channels.delete(channel),
    }
    channels.add(channel)
    return channel
  }
}

/** Grants each lock to one request at a time, in their order. A crash releases what its tab holds without a word. */
function createLocks() {
  const queues = new Map<string, { readonly run: () => Promise<void> }[]>()
  const next = (name: string): void => {
    const queue = queues.get(name) ?? []
    void queue[0]?.run().finally(() => {
      queue.shift()
      next(name)
    })
  }
  return () => {
    let crash: () => void = () => undefined
    const crashed = new Promise<void>((resolve) => (crash = resolve))
    const locks: TabLocks = {
      request: (name, { signal }, held) =>
        new Promise((resolve) => {
          const queue = queues.get(name) ?? []
          queues.set(name, queue)
          const run = async (): Promise<void> => {
            if (!signal.aborted) await Promise.race([held(), crashed])
            resolve()
          }
          queue.push({ run })
          if (queue.length === 1) queueMicrotask(() => next(name))
        }),
    }
    return { locks, crash }
  }
}

function createBrowser() {
  const openChannel = createBus()
  const locksOfTab = createLocks()
  const connections: { readonly tab: string; topics: readonly string[]; isOpen: boolean; emit: Emit }[] = []
  type Emit = (entries: readonly LiveEntry[]) => void

  const openTab = (tab: string) => {
    const store = createLiveStore((flush) => flush())
    const { locks, crash } = locksOfTab()
    const states: string[] = []
    const connect: Connect = (emit, report) => {
      const connection = { tab, topics: [] as readonly string[], isOpen: true, emit }
      connections.push(connection)
      report({ state: 'live', since: 1, retryAt: null })
      return {
        setTopics: (topics) => void (connection.topics = topics),
        wake: () => undefined,
        stop: () => void (connection.isOpen = false),
      }
    }
    const onStatus = ({ state }: { readonly state: string }) => void states.push(state)
    const channel = openChannel()
    const shared = shareConnection({ name: 'live', tab, channel, locks, store, connect, onStatus })
    return {
      ...{ tab, store, states, shared },
      /** The browser ends the process of the tab. */
      crash: () => {
        channel.close()
        const open = connections.find((connection) => connection.tab === tab)
        if (open !== undefined) open.isOpen = false
        crash()
      },
    }
  }
  return { openTab, connections, open: () => connections.filter(({ isOpen }) => isOpen) }
}

/** Lets everything happen that is under way: each turn gives every message and lock that is due. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 500; turn += 1) await Promise.resolve()
}

const entry = (key: string, value: unknown, at: number): LiveEntry => [key, { value, at }]

describe('ten tabs of a browser', () => {
  const openTen = async () => {
    const browser = createBrowser()
    const tabs = Array.from({ length: 10 }, (_, place) => browser.openTab(`tab ${place}`))
    await settle()
    return { ...browser, tabs }
  }

  it('have one connection, and all of them what it tells', async () => {
    const { tabs, open } = await openTen()
    expect(open()).toHaveLength(1)
    open()[0]!.emit([entry('risk:1', 'first', 1), entry('risk:1', 'second', 2)])
    await settle()
    expect(tabs.map(({ store }) => store.get('risk:1')?.value)).toEqual(Array.from({ length: 10 }, () => 'second'))
    expect(tabs.every(({ states }) => states.at(-1) === 'live')).toBe(true)
  })

  it('give it on when its tab closes, to the last of them, and never have two', async () => {
    const { tabs, open, connections } = await openTen()
    const remaining = [...tabs]
    while (remaining.length > 1) {
      const leader = remaining.find(({ shared }) => shared.isLeader())
      leader!.shared.close()
      remaining.splice(remaining.indexOf(leader!), 1)
      expect(open()).toHaveLength(0)
      await settle()
      expect(open()).toHaveLength(1)
      open()[0]!.emit([entry('risk:1', remaining.length, 100 - remaining.length)])
      await settle()
      expect(remaining.map(({ store }) => store.get('risk:1')?.value)).toEqual(remaining.map(() => remaining.length))
    }
    expect(connections).toHaveLength(10)
  })

  it('keep it when another tab closes', async () => {
    const { tabs, open, connections } = await openTen()
    const follower = tabs.find(({ shared }) => !shared.isLeader())
    follower!.shared.close()
    await settle()
    expect(open()).toHaveLength(1)
    expect(connections).toHaveLength(1)
  })
})

describe('a tab that comes later', () => {
  it('gets all that is known', async () => {
    const { openTab, open } = createBrowser()
    openTab('first')
    await settle()
    open()[0]!.emit([entry('risk:1', 'known', 5), entry('summary:1', 'known', 6)])
    const later = openTab('later')
    await settle()
    expect([later.store.get('risk:1')?.value, later.store.get('summary:1')?.value]).toEqual(['known', 'known'])
    expect(later.states).toEqual(['live'])
  })
})

describe('what tabs want to hear', () => {
  const openThree = async () => {
    const browser = createBrowser()
    const tabs = ['a', 'b', 'c'].map((name) => browser.openTab(name))
    await settle()
    tabs[0]!.shared.setTopics(['BTC'])
    tabs[1]!.shared.setTopics(['ETH', 'BTC'])
    tabs[2]!.shared.setTopics(['SOL'])
    await settle()
    return { ...browser, tabs }
  }
  const topics = ({ open }: Pick<ReturnType<typeof createBrowser>, 'open'>) => open()[0]!.topics

  it('is heard of all of them, and no more once a tab has closed', async () => {
    const browser = await openThree()
    expect(topics(browser)).toEqual(['BTC', 'ETH', 'SOL'])
    browser.tabs[2]!.shared.close()
    await settle()
    expect(topics(browser)).toEqual(['BTC', 'ETH'])
  })

  it('is told to the next leader, without that of a leader that has crashed', async () => {
    const browser = await openThree()
    browser.tabs[0]!.crash()
    await settle()
    expect(browser.open()).toHaveLength(1)
    expect(topics(browser)).toEqual(['BTC', 'ETH', 'SOL'])
    browser.tabs[1]!.crash()
    await settle()
    expect(topics(browser)).toEqual(['SOL'])
  })

  it('ends with a tab that crashes without a word', async () => {
    const browser = await openThree()
    browser.tabs[2]!.crash()
    await settle()
    expect(topics(browser)).toEqual(['BTC', 'ETH'])
  })
})
