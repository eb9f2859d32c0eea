import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

type Page = { body: string; headers?: Record<string, string> }

/** Serves pages from another origin: as 127.0.0.1 another site than `localhost`, as `localhost` the same site. */
export async function serve(answer: (request: IncomingMessage) => Page) {
  const server = createServer((request, response) => {
    const { body, headers } = answer(request)
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', ...headers }).end(body)
  }).listen(0, '127.0.0.1')
  await new Promise((listening) => server.once('listening', listening))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    sameSiteUrl: `http://localhost:${port}`,
    stop: () => new Promise((stopped) => server.close(stopped)),
  }
}
