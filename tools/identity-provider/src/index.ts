import { createApp } from './app'
import { readConfig } from './config'

const config = readConfig(process.env)
const server = createApp(config)

await new Promise<void>((resolve, reject) => {
  server.once('error', reject)
  server.listen(config.LISTEN_PORT, config.LISTEN_HOST, resolve)
})
process.stdout.write(`Identity provider: ${config.GOOGLE_ISSUER} on port ${config.LISTEN_PORT}\n`)

function stop() {
  server.closeAllConnections()
  server.close(() => process.exit(0))
}
process.once('SIGTERM', stop)
process.once('SIGINT', stop)
