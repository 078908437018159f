type OnPop = (event: PopStateEvent) => void

/** The way back and forth, which one page at a time may stop. */
export interface WayBack {
  /** Listens, before the router does: listeners of a window are called in their order. */
  readonly watch: () => void
  /** Has each step told to a page before the router takes it. @returns ends that */
  readonly guard: (onPop: OnPop) => () => void
}

function createWayBack(): WayBack {
  let guard: OnPop | null = null
  return {
    watch: () => window.addEventListener('popstate', (event) => guard?.(event)),
    guard: (onPop) => {
      guard = onPop
      return () => {
        if (guard === onPop) guard = null
      }
    },
  }
}

export const wayBack = createWayBack()
