import { isPortFree } from '../processes/free-port.js'
import { StartError } from '../start-error.js'

/** StartError naming the port that is taken and how to move the service away from it. */
export async function requireFreePorts(ports: {
  readonly enginePort: number
  readonly walletPort: number
  readonly dashboardPort: number
  readonly labPort?: number
}): Promise<void> {
  const wanted = [
    { service: 'engine', port: ports.enginePort, variable: 'ENGINE_PORT' },
    { service: 'wallet', port: ports.walletPort, variable: 'WALLET_PORT' },
    { service: 'dashboard', port: ports.dashboardPort, variable: 'DASHBOARD_PORT' },
    ...(ports.labPort === undefined ? [] : [{ service: 'lab', port: ports.labPort, variable: 'LAB_PORT' }]),
  ]
  for (const [index, { port, variable }] of wanted.entries()) {
    const other = wanted.slice(index + 1).find((later) => later.port === port)
    if (other !== undefined)
      throw new StartError(`${variable} and ${other.variable} are both ${port}: choose two ports`)
  }
  for (const { service, port, variable } of wanted) await requireFree(service, port, variable)
}

async function requireFree(service: string, port: number, variable: string): Promise<void> {
  if (await isPortFree(port)) return
  throw new StartError(
    `port ${port} (${service}) is in use by another program: stop that program, or choose another port, e.g. ${variable}=${suggest(port)} npm start`,
  )
}

function suggest(port: number): number {
  return port + 100 <= 65_535 ? port + 100 : port - 100
}
