import { chmodSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { connect } from 'node:tls'
import { selfSigned } from '../../nginx/certificate'

/** A folder as certbot keeps it: live/ holds links into archive/, which a renewal points to new files. */
export function letsEncryptFolder(folder: string) {
  const [live, archive] = [join(folder, 'live/localhost'), join(folder, 'archive/localhost')]
  for (const path of [live, archive]) mkdirSync(path, { recursive: true })
  let count = 0

  function link(name: string) {
    const path = join(live, `${name}.pem`)
    rmSync(path, { force: true })
    symlinkSync(`../../archive/localhost/${name}${count}.pem`, path)
  }

  /** A new certificate, put in place as certbot does: one link after the other. */
  function renew() {
    count++
    const { TLS_CERTIFICATE, TLS_CERTIFICATE_KEY } = selfSigned(folder)
    renameSync(TLS_CERTIFICATE, join(archive, `fullchain${count}.pem`))
    renameSync(TLS_CERTIFICATE_KEY, join(archive, `privkey${count}.pem`))
    // As an operator would who lets nginx read it.
    chmodSync(join(archive, `privkey${count}.pem`), 0o644)
    link('fullchain')
    link('privkey')
  }

  renew()
  return {
    renew,
    authority: () => readFileSync(join(live, 'fullchain.pem'), 'utf8'),
    variables: {
      TLS_FOLDER: folder,
      TLS_CERTIFICATE: 'live/localhost/fullchain.pem',
      TLS_CERTIFICATE_KEY: 'live/localhost/privkey.pem',
    },
  }
}

/** The certificate that is served. */
export const servedCertificate = (port: number, servername = 'localhost') =>
  new Promise<{ serialNumber: string; issuer: string }>((resolve, reject) => {
    const socket = connect({ port, host: 'localhost', servername, rejectUnauthorized: false }, () => {
      const { serialNumber, issuer } = socket.getPeerCertificate()
      resolve({ serialNumber, issuer: String(issuer.CN) })
      socket.end()
    })
    socket.on('error', reject)
  })
