/** Words of orders and positions, wherever they are shown. */
export const text = {
  sides: { BUY: 'Buy', SELL: 'Sell', LONG: 'Long', SHORT: 'Short' },
  kinds: { MARKET: 'Market', LIMIT: 'Limit', STOP: 'Stop', TAKE_PROFIT: 'Take profit' },
  atVenue: {
    NEW: 'Not sent yet',
    SIGNED: 'Being sent',
    SENT: 'Sent',
    ACCEPTED: 'Taken by the venue',
    EXECUTED: 'Executed',
    CANCELLED: 'Cancelled by the venue',
    FROZEN: 'Frozen by the venue',
    TIMED_OUT: 'Not executed in time',
    FAILED: 'Failed',
  },
  watched: { LAST: 'Last price', MARK: 'Mark price', INDEX: 'Index price' },
}
