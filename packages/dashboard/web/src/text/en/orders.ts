/** Words of orders and positions, wherever they are shown. */
export const text = {
  sides: { BUY: 'Buy', SELL: 'Sell', LONG: 'Long', SHORT: 'Short' },
  kinds: { MARKET: 'Market', LIMIT: 'Limit', STOP: 'Stop', TAKE_PROFIT: 'Take profit' },
  watched: { LAST: 'Last price', MARK: 'Mark price', INDEX: 'Index price' },
}
