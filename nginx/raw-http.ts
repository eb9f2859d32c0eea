import { connect } from 'node:net'

/** Sends raw bytes and resolves with the answer: its whole Content-Length, or all until the edge closes. */
export const sendRaw = (port: number, bytes: string) =>
  new Promise<string>((resolve, reject) => {
    let answer = ''
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes))
    socket.setTimeout(9_000, () => socket.destroy(new Error(`no end of the answer: ${answer}`)))
    socket.on('data', (chunk) => {
      answer += chunk
      const [head, body] = answer.split('\r\n\r\n')
      if (body?.length !== Number(head?.match(/content-length: (\d+)/i)?.[1])) return
      resolve(answer)
      socket.destroy()
    })
    socket.on('error', reject)
    socket.on('close', () => resolve(answer))
  })

/** The lines of a header in a raw answer. */
export const headersOf = (answer: string, name: string) =>
  answer
    .split('\r\n\r\n')[0]!
    .split('\r\n')
    .filter((line) => line.toLowerCase().startsWith(`${name.toLowerCase()}:`))
