import { execFileSync } from 'node:child_process'
import { join } from 'node:path'

/** Creates a self-signed certificate for `localhost` in `folder` and returns the variables for it. */
export function selfSigned(folder: string) {
  const TLS_CERTIFICATE = join(folder, 'certificate.pem')
  const TLS_CERTIFICATE_KEY = join(folder, 'key.pem')
  const names = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1']
  const kind = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2']
  const files = ['-keyout', TLS_CERTIFICATE_KEY, '-out', TLS_CERTIFICATE]
  execFileSync('openssl', ['req', ...kind, ...names, ...files], { stdio: 'ignore' })
  return { TLS_CERTIFICATE, TLS_CERTIFICATE_KEY }
}
