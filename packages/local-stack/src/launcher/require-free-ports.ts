import { isPortFree } from '../processes/free-port.js'
import { StartError } from '../start-error.js'

/** StartError naming the port that is taken and how to move the service away from it. */
export async function requireFreePorts(ports: {
  readonly enginePort: number
  readonly walletPort: number
}): Promise<void> {
  if (ports.enginePort === ports.walletPort)
    throw new StartError(`ENGINE_PORT and WALLET_PORT are both ${ports.enginePort}: choose two ports`)
  await requireFree('engine', ports.enginePort, 'ENGINE_PORT')
  await requireFree('wallet', ports.walletPort, 'WALLET_PORT')
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
