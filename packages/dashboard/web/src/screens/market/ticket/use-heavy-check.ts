import type { Preview } from '@ats/sdk/types'
import { useRef, useState } from 'react'
import type { heavyRules } from './headroom.js'

export type HeavyRule = ReturnType<typeof heavyRules>[number]

interface HeavyCheckTerms {
  /** The effects of the order as it is now; undefined when nobody can say. */
  readonly preview: () => Promise<Preview | undefined>
  readonly rulesOf: (preview: Preview) => readonly HeavyRule[]
  readonly place: () => void
}

interface HeavyCheck {
  /** Places the order, unless it uses much of what a rule leaves: then `rules` asks first. */
  readonly submit: () => void
  /** The rules to be asked about; null: nothing is asked. */
  readonly rules: readonly HeavyRule[] | null
  readonly isChecking: boolean
  readonly close: () => void
}

/** Asks before an order that uses much of what is left: by its own effects, not by those of what was typed before. */
export function useHeavyCheck({ preview, rulesOf, place }: HeavyCheckTerms): HeavyCheck {
  const [rules, setRules] = useState<readonly HeavyRule[] | null>(null)
  const [isChecking, setChecking] = useState(false)
  // A second press comes before anything is shown of the first.
  const isBusy = useRef(false)
  async function check(): Promise<void> {
    const value = await preview()
    const heavy = value === undefined ? [] : rulesOf(value)
    if (heavy.length > 0) setRules(heavy)
    else place()
  }
  return {
    submit() {
      if (isBusy.current) return
      isBusy.current = true
      setChecking(true)
      void check().finally(() => {
        isBusy.current = false
        setChecking(false)
      })
    },
    rules,
    isChecking,
    close: () => setRules(null),
  }
}
