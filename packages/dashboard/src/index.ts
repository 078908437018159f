export { composeDashboard, type Dashboard } from './compose.js'
export { loadDashboardConfig, type DashboardConfig } from './config.js'
export { RESPONSE_HEADERS } from './proxy/headers.js'
export { ROWS } from './proxy/rows.js'
