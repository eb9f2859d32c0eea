import { createPrivateKey, X509Certificate } from 'node:crypto'
import { existsSync, readFileSync, realpathSync, statSync } from 'node:fs'
import { dirname, relative, resolve, sep } from 'node:path'
import { root } from '@app/installer/checkout'
import { messageOf } from '@app/installer/message-of'
import type { Variables } from '@app/secrets/env-file'

const dayMs = 86_400_000
/** The user and group of nginx in its container. */
const nginx = 33
const remedy = (path: string) => `chgrp -R ${nginx} ${path} && chmod -R g+rX ${path}`

/** True if nginx may read a file, or enter a folder. */
function isOpenToNginx(path: string, bit: 4 | 1): boolean {
  const { uid, gid, mode } = statSync(path)
  const shift = uid === nginx ? 6 : gid === nginx ? 3 : 0
  return ((mode >> shift) & bit) === bit
}

/** The folders from `top` to the one of the file. */
function foldersTo(top: string, file: string): string[] {
  const names = relative(top, dirname(file)).split(sep).filter(Boolean)
  return [top, ...names.map((_, at) => resolve(top, ...names.slice(0, at + 1)))]
}

function readingErrors(name: string, folder: string, path: string): string[] {
  if (path.startsWith('/')) return [`${name}: ${path} must be a path within TLS_FOLDER`]
  const file = resolve(folder, path)
  if (!existsSync(file)) return [`${name}: ${path} does not exist in ${folder}, or you may not look into its folder`]
  const top = realpathSync(folder)
  // Let's Encrypt's live/ holds links into archive/; what is outside of the folder is not mounted.
  const target = realpathSync(file)
  if (!target.startsWith(top + sep)) return [`${name}: ${path} is a link to ${target}, outside of TLS_FOLDER`]
  const folders = [...foldersTo(top, resolve(realpathSync(dirname(file)), 'link')), ...foldersTo(top, target)]
  const first = folders.find((one) => !isOpenToNginx(one, 1)) ?? (isOpenToNginx(target, 4) ? undefined : target)
  return first ? [`${name}: nginx (user ${nginx}) cannot read ${first}: ${remedy(folder)}`] : []
}

function contentErrors(certificateFile: string, keyFile: string, origin: string): string[] {
  try {
    const certificate = new X509Certificate(readFileSync(certificateFile))
    const daysLeft = Math.floor((certificate.validToDate.getTime() - Date.now()) / dayMs)
    const host = URL.canParse(origin) ? new URL(origin).hostname : ''
    return [
      ...(daysLeft < 0 ? [`TLS_CERTIFICATE: expired on ${certificate.validTo}`] : []),
      ...(host && !certificate.checkHost(host) ? [`TLS_CERTIFICATE: is not valid for ${host}`] : []),
      ...(certificate.checkPrivateKey(createPrivateKey(readFileSync(keyFile)))
        ? []
        : ['TLS_CERTIFICATE_KEY: is not the key of TLS_CERTIFICATE']),
    ]
  } catch (error) {
    return [`TLS_CERTIFICATE, TLS_CERTIFICATE_KEY: cannot be read: ${messageOf(error)}`]
  }
}

/** Reasons why nginx cannot serve the certificate. Compose mounts TLS_FOLDER; the two files are named within it. */
export function certificateErrors(variables: Variables): string[] {
  const { TLS_FOLDER, TLS_CERTIFICATE, TLS_CERTIFICATE_KEY, PUBLIC_ORIGIN = '' } = variables
  if (!TLS_FOLDER)
    return ['TLS_FOLDER: is missing; without a certificate of its own take deploy/compose.tls.yml out of COMPOSE_FILE']
  const folder = resolve(root, TLS_FOLDER)
  const files = {
    TLS_CERTIFICATE: TLS_CERTIFICATE || 'fullchain.pem',
    TLS_CERTIFICATE_KEY: TLS_CERTIFICATE_KEY || 'privkey.pem',
  }
  const errors = Object.entries(files).flatMap(([name, path]) => readingErrors(name, folder, path))
  const exist = Object.values(files).map((path) => resolve(folder, path))
  if (!exist.every((file) => existsSync(file))) return errors
  return [...errors, ...contentErrors(exist[0]!, exist[1]!, PUBLIC_ORIGIN)]
}
