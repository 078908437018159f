import { inconsistent, lost, type Check } from '../evidence.js'

/** After a 200, every replica that responds shows the acknowledged order from that moment on. */
export const reads: Check = {
  name: 'GET after 200 finds the order on every replica',
  find: ({ operations }) =>
    operations.flatMap(({ invocation, reads: all }) => {
      const answered = all.filter(({ status }) => status !== null && status < 500)
      return [
        ...answered
          .filter(({ status, text, orderId }) => status !== 200 || !text.includes(`"id":"${orderId}"`))
          .map(({ replica, orderId, status }) =>
            lost(`operation ${invocation.op}: GET of order ${orderId} on ${replica} answered ${status}`),
          ),
        ...(all.length > 0 && answered.length === 0
          ? [inconsistent(`operation ${invocation.op}: its order could not be read at all`)]
          : []),
      ]
    }),
}
