export const text = {
  madeWith: 'TradingView Lightweight Charts™',
  copyright: '© 2025 TradingView, Inc.',
}
