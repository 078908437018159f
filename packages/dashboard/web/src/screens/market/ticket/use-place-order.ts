import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { accountKey } from '../../../api/accounts.js'
import { isOutcomeUnknown, placeOrder, type OrderAnswer, type OrderRequest } from '../../../api/orders.js'
import { toExits, toOrder, type OrderPlace, type TicketForm } from './ticket-form.js'

/** An exit that was not placed with its entry, and why. */
export interface FailedExit {
  readonly order: OrderRequest
  readonly error: Error
}

export interface Placement {
  readonly answer: OrderAnswer
  readonly failedExits: readonly FailedExit[]
}

/** One attempt to place an order: what was asked stays the same until it is known what became of it. */
interface Attempt {
  readonly form: TicketForm
  readonly place: OrderPlace
  readonly clientId: string
}

/**
 * Places an order with its exits. Each is sent again with the `client_id` it had: a double click, or asking again
 * after a time limit, places it once.
 */
export function usePlaceOrder(onPlaced: (placement: Placement) => void) {
  const queries = useQueryClient()
  const [attempt, setAttempt] = useState<Attempt | null>(null)
  // Known immediately: a second click may come before anything is rendered again.
  const underWay = useRef<Attempt | null>(null)
  const keep = (next: Attempt | null): void => {
    underWay.current = next
    setAttempt(next)
  }
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: place,
    onSuccess: (placement) => {
      keep(null)
      onPlaced(placement)
    },
    onError: (failure) => {
      // What was refused was not placed: the next attempt is another order.
      if (!isOutcomeUnknown(failure)) keep(null)
    },
    onSettled: (_placement, _failure, { place: { accountId } }) =>
      queries.invalidateQueries({ queryKey: accountKey(accountId) }),
  })
  const send = (next: Attempt): void => {
    keep(next)
    mutate(next)
  }
  return {
    place: (form: TicketForm, at: OrderPlace): void => {
      if (underWay.current === null) send({ form, place: at, clientId: crypto.randomUUID() })
    },
    askAgain: (): void => {
      if (!isPending && attempt !== null) mutate(attempt)
    },
    isPending,
    isUnknown: !isPending && attempt !== null && error !== null,
    error,
    reset,
  }
}

async function place({ form, place: at, clientId }: Attempt): Promise<Placement> {
  const answer = await placeOrder({ ...toOrder(form, at), client_id: clientId })
  if (answer.order === null) return { answer, failedExits: [] }
  return { answer, failedExits: await placeExits(toExits(form, clientId, answer.order, at)) }
}

/** Places exits one after the other; returns those that failed. */
export async function placeExits(exits: readonly OrderRequest[]): Promise<readonly FailedExit[]> {
  const failed: FailedExit[] = []
  for (const order of exits) {
    const { client_id = crypto.randomUUID() } = order
    try {
      await placeOrder({ ...order, client_id })
    } catch (error) {
      failed.push({ order, error: error instanceof Error ? error : new Error(String(error)) })
    }
  }
  return failed
}
