import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Call } from '../packages/contracts/src/call'
import { uploadFile } from '../packages/contracts/src/files'
import { startImport } from '../packages/contracts/src/import-calls'
import { uploadSitePicture } from '../packages/contracts/src/website/picture-calls'

const sizeOf = ({ body }: Call) => `${Math.ceil(body!.maxBytes! / 1_024)}k`

/** The largest bodies that pass: those that the calls take. */
export const bodySizes = {
  IMPORT_BODY: sizeOf(startImport),
  PICTURE_BODY: sizeOf(uploadSitePicture),
  UPLOAD_BODY: sizeOf(uploadFile),
}

/** The name of the build in a folder: the public page is requested for it. Without one the page of the folder is served. */
export function webBuild(webRoot: string): string {
  const file = join(webRoot, '.renderer', 'build')
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : 'none'
}

/** Renders the template. @throws when a name has no value or a value no place */
export function renderEdge(template: string, given: Record<string, string>): string {
  const values: Record<string, string> = { ...bodySizes, ...given }
  const unused = new Set(Object.keys(values))
  const config = template.replace(/\$\{([A-Z_]+)\}/g, (_, name: string) => {
    const value = values[name]
    if (value === undefined) throw new Error(`the template asks for \${${name}}, which nothing sets`)
    unused.delete(name)
    return value
  })
  if (unused.size) throw new Error(`the template has no place for ${[...unused].join(', ')}`)
  return config
}

/** One process per name: a PUT or DELETE has no other replica to be repeated on. */
export const sendOnceToOne = {
  SEND_ONCE: 'proxy_pass http://$service$request_uri;',
  ONCE_SERVER: '',
}

/**
 * Several replicas per name: an unreachable one is skipped, but a request that was sent is never repeated.
 * nginx makes that distinction for POST only, so a PUT or DELETE passes through a second server on a socket as a POST
 * and gets its method back there.
 */
export const sendOnceToSome = (socket: string) => ({
  SEND_ONCE: `proxy_method POST; proxy_pass http://unix:${socket}:/$service/$request_method$request_uri;`,
  ONCE_SERVER: `
  map $request_uri $once_service { "~^/(?<to>[^/]+)/" $to; }
  map $request_uri $once_method { "~^/[^/]+/(?<by>[A-Z]+)/" $by; }
  map $request_uri $once_uri { "~^/[^/]+/[A-Z]+(?<at>/.*)$" $at; }
  server {
    listen unix:${socket};
    access_log off;
    client_max_body_size 256k;
    client_body_buffer_size 256k;
    proxy_set_header Host $http_host;
    proxy_set_header Connection "";
    proxy_http_version 1.1;
    proxy_connect_timeout 1s;
    # The front server times out first and answers.
    proxy_send_timeout 10s;
    proxy_read_timeout 10s;
    proxy_buffers 16 16k;
    proxy_max_temp_file_size 0;
    proxy_next_upstream error timeout;
    proxy_next_upstream_timeout 4s;
    error_page 502 504 = @away;
    location / {
      proxy_method $once_method;
      proxy_pass http://$once_service$once_uri;
    }
    location @away {
      return 444;
    }
    # For the health check of the image.
    location = /healthz {
      return 200;
    }
  }
`,
})
