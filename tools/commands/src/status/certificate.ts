import { connect } from 'node:tls'
import type { Variables } from '@app/secrets/env-file'
import type { Row } from './rows'

const dayMs = 86_400_000
const name = 'Certificate'

type Served = { endsAt: Date; isOwn: boolean }

/** The certificate that is served, or undefined when no TLS server answers. */
const readServed = (host: string, port: number, servername: string) =>
  new Promise<Served | undefined>((resolve) => {
    const socket = connect({ host, port, servername, rejectUnauthorized: false, timeout: 3_000 }, () => {
      const { valid_to, issuer, subject } = socket.getPeerCertificate()
      resolve({ endsAt: new Date(valid_to), isOwn: issuer?.CN === subject?.CN })
      socket.destroy()
    })
    const fail = () => {
      resolve(undefined)
      socket.destroy()
    }
    socket.on('error', fail)
    socket.on('timeout', fail)
  })

/** True if nginx of this deployment has the certificate, by the Compose files in use or by variables. */
export const hasTls = ({ COMPOSE_FILE = '', TLS_CERTIFICATE }: Variables) =>
  Boolean(TLS_CERTIFICATE) || /compose\.(tls|acme)\.yml/.test(COMPOSE_FILE)

/** Where nginx is reached on this machine. */
export const hostHere = ({ BIND }: Variables) => (BIND && BIND !== '0.0.0.0' ? BIND : '127.0.0.1')

/** The time for which the visitors' certificate is valid: read from nginx, whatever put it there. */
export async function certificateRow(variables: Variables, port: number): Promise<Row> {
  const { PUBLIC_ORIGIN = '' } = variables
  if (!hasTls(variables))
    return { name, text: PUBLIC_ORIGIN.startsWith('https:') ? 'ends in front of nginx' : 'none (http)' }
  const host = hostHere(variables)
  const servername = URL.canParse(PUBLIC_ORIGIN) ? new URL(PUBLIC_ORIGIN).hostname : 'localhost'
  const served = await readServed(host, port, servername)
  if (!served) return { name, text: `nothing answers with TLS on port ${port}`, attention: true }
  const days = Math.floor((served.endsAt.getTime() - Date.now()) / dayMs)
  const ends = days < 0 ? `expired on ${served.endsAt.toISOString().slice(0, 10)}` : `valid for ${days} days`
  const text = served.isOwn ? `${ends}, self-signed: browsers refuse it` : ends
  return { name, text, attention: served.isOwn || days < 14 }
}
