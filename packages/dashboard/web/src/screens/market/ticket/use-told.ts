import { useEffect } from 'react'
import { NOTHING_TYPED, type TypedPrices } from '../chart/chart-lines.js'

/** Tells the typed prices as they change, and that there are none once the ticket is gone. */
export function useTold({ entry, stop, target }: TypedPrices, onTyped: (typed: TypedPrices) => void): void {
  useEffect(() => {
    onTyped({ entry, stop, target })
    return () => onTyped(NOTHING_TYPED)
  }, [entry, stop, target, onTyped])
}
