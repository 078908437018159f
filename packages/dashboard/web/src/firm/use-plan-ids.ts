import { useQuery } from '@tanstack/react-query'
import { planVersionsQuery, type PlanVersion } from '../api/firm/firm-plans.js'

const NONE: readonly string[] = []

const idsOf = (plans: readonly PlanVersion[]): readonly string[] => [...new Set(plans.map(({ id }) => id))].toSorted()

/** The ids of the plans that there are; none before they are read. */
export const usePlanIds = (): readonly string[] => useQuery({ ...planVersionsQuery, select: idsOf }).data ?? NONE
