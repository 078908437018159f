import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { accountKey } from '../../../api/accounts.js'
import { isOutcomeUnknown, placeOrder, type OrderAnswer } from '../../../api/orders.js'
import { toOrder, type OrderPlace, type TicketForm } from './ticket-form.js'

/** One attempt to place an order: what was asked stays the same until it is known what became of it. */
interface Attempt {
  readonly form: TicketForm
  readonly place: OrderPlace
  readonly clientId: string
}

/**
 * Places an order, its exits with it. It is sent again with the `client_id` it had: a double click, or asking again
 * after a time limit, places it once.
 */
export function usePlaceOrder(onPlaced: (answer: OrderAnswer) => void) {
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
    onSuccess: (answer) => {
      keep(null)
      onPlaced(answer)
    },
    onError: (failure) => {
      // What was refused was not placed: the next attempt is another order.
      if (!isOutcomeUnknown(failure)) keep(null)
    },
    onSettled: (_answer, _failure, { place: { accountId } }) =>
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

const place = ({ form, place: at, clientId }: Attempt): Promise<OrderAnswer> =>
  placeOrder({ ...toOrder(form, at), client_id: clientId })
