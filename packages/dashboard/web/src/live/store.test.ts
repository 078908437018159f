import { createLiveStore } from './store.js'

function createFrames() {
  const waiting: (() => void)[] = []
  return {
    schedule: (flush: () => void) => void waiting.push(flush),
    draw: () => waiting.splice(0).forEach((flush) => flush()),
  }
}

describe('live values', () => {
  it('are told once a frame, however many come', () => {
    const frames = createFrames()
    const store = createLiveStore(frames.schedule)
    const seen: unknown[] = []
    store.subscribe('risk:1', () => seen.push(store.get('risk:1')?.value))
    for (let at = 1; at <= 1000; at += 1) store.set('risk:1', { value: at, at })
    expect(seen).toEqual([])
    frames.draw()
    expect(seen).toEqual([1000])
    frames.draw()
    expect(seen).toEqual([1000])
  })

  it('never go back in time', () => {
    const store = createLiveStore((flush) => flush())
    store.set('risk:1', { value: 'new', at: 2 })
    store.set('risk:1', { value: 'old', at: 1 })
    expect(store.get('risk:1')?.value).toBe('new')
  })

  it('are told to those who listen to their key, and the keys to those who listen to all', () => {
    const frames = createFrames()
    const store = createLiveStore(frames.schedule)
    const heard: string[] = []
    const stop = store.subscribe('a', () => heard.push('a'))
    store.subscribe('b', () => heard.push('b'))
    store.subscribeAll((keys) => heard.push(keys.join()))
    store.set('a', { value: 1, at: 1 })
    store.set('c', { value: 1, at: 1 })
    frames.draw()
    stop()
    store.set('a', { value: 2, at: 2 })
    frames.draw()
    expect(heard).toEqual(['a', 'a,c', 'a'])
  })
})
