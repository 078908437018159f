// A dashboard reduced to its readiness.
const { createServer } = require('node:http')

const server = createServer((request, response) => {
  request.resume()
  response.setHeader('x-instance-id', process.env.INSTANCE_ID)
  response.writeHead(request.url === '/readyz' ? 200 : 404).end('{}')
})
server.listen(Number(process.env.INTERNAL_PORT), '127.0.0.1')
process.on('SIGTERM', () => process.exit(0))
process.on('SIGINT', () => undefined)
