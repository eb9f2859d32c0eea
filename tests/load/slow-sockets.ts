import { connect } from 'node:net'

/**
 * Keeps many slow connections open to a port, each with another client address as from a trusted proxy, until it is stopped: a
 * third with endless headers, a third with a trickling body, a third that does not read the answer.
 *
 *   bun tests/load/slow-sockets.ts PORT COUNT LARGE_PATH
 */
const [port, count, largePath] = [Number(process.argv[2]), Number(process.argv[3]), process.argv[4]]
const drip = 3_000
let opened = 0
let open = 0

function attack(kind: number): void {
  opened++
  open++
  const from = `198.${18 + (opened % 2)}.${(opened >> 8) % 256}.${opened % 256}`
  const head = `HTTP/1.1\r\nHost: a\r\nX-Forwarded-For: ${from}\r\n`
  const socket = connect(port, '127.0.0.1')
  if (kind === 0) socket.write(`GET /api/site ${head}X-Slow: `)
  if (kind === 1)
    socket.write(`POST /api/forms/submit ${head}Content-Type: application/json\r\nContent-Length: 4000\r\n\r\n`)
  if (kind === 2) {
    socket.pause()
    socket.write(`GET ${largePath} ${head}\r\n`)
  }
  const dripping = kind < 2 ? setInterval(() => socket.write(' '), drip) : undefined
  socket.on('error', () => {})
  // The edge closed it: reconnect.
  socket.on('close', () => {
    clearInterval(dripping)
    open--
    setTimeout(attack, 100, kind)
  })
}

for (let n = 0; n < count; n++) {
  attack(n % 3)
  if (n % 50 === 0) await Bun.sleep(10)
}
setInterval(() => process.stdout.write(`${open} ${opened}\n`), 500)
