import * as v from 'valibot'
import { websiteContent } from '../website/content'
import { pageFileNames } from '../website/page-files'
import { maxPictureBytes, uploadedPicture } from '../website/pictures'
import { websiteRight } from '../website/right'
import { savedDraft, scheduledPublication, websiteDraft, websiteVersion, websiteVersions } from '../website/versions'
import { call } from './call'
import { formBytes, pageNumber } from './parameters'
import { right } from './policy'

const read = { access: right(websiteRight, 'view'), limit: 'read' } as const
const change = { access: right(websiteRight, 'edit'), limit: 'write' } as const
const ifMatch = v.object({ 'If-Match': v.optional(v.pipe(v.string(), v.regex(/^"\d{1,9}\.\d{1,9}"$/))) })
/** Without a time at once. */
const publication = v.strictObject({ at: v.optional(v.pipe(v.string(), v.isoTimestamp('Time is not valid'))) })
const errorDetails = { 409: v.partial(websiteDraft) }

export const readSitePage = call({
  id: 'readSitePage',
  method: 'get',
  path: '/api/site/page/:build',
  access: 'public',
  limit: 'read',
  params: v.object({ build: v.pipe(v.string(), v.regex(/^[0-9a-z]{1,32}$/)) }),
  response: { 200: { type: 'text/html' } },
  errors: ['not_found', 'gone'],
})

export const readLegalPage = call({
  id: 'readLegalPage',
  method: 'get',
  path: '/api/site/page/:build/:name',
  access: 'public',
  limit: 'read',
  params: v.object({ build: v.pipe(v.string(), v.regex(/^[0-9a-z]{1,32}$/)), name: v.picklist(pageFileNames) }),
  response: { 200: { type: ['text/html', 'application/manifest+json', 'text/xml', 'text/plain'] } },
  errors: ['not_found', 'gone'],
})

export const readSiteDraft = call({
  id: 'readSiteDraft',
  method: 'get',
  path: '/api/site/draft',
  ...read,
  response: { 200: websiteDraft },
})

export const previewSite = call({
  id: 'previewSite',
  method: 'get',
  path: '/api/site/draft/page',
  ...read,
  query: v.object({ scheme: v.optional(v.picklist(['light', 'dark'])), tag: v.optional(v.string()) }),
  response: { 200: { type: 'text/html' } },
  errors: ['unavailable'],
})

export const saveSiteDraft = call({
  id: 'saveSiteDraft',
  method: 'put',
  path: '/api/site/draft',
  ...change,
  // What visitors see changes when it is published.
  audit: false,
  headers: ifMatch,
  body: { schema: websiteContent },
  response: { 200: savedDraft },
  errors: ['invalid_request', 'invalid_input', 'conflict'],
  errorDetails,
})

export const publishSite = call({
  id: 'publishSite',
  method: 'post',
  path: '/api/site/publish',
  ...change,
  audit: { action: 'publish' },
  headers: ifMatch,
  body: { schema: publication, optional: true },
  response: { 200: websiteVersion, 202: scheduledPublication },
  errors: ['invalid_request', 'invalid_input', 'conflict'],
  errorDetails,
})

export const cancelSitePublication = call({
  id: 'cancelSitePublication',
  method: 'delete',
  path: '/api/site/publish',
  access: right(websiteRight, 'edit'),
  limit: 'write',
  audit: { action: 'stop', by: 'action' },
  response: { 200: v.object({ canceled: v.literal(true) }) },
  errors: ['not_found', 'conflict'],
})

export const listSiteVersions = call({
  id: 'listSiteVersions',
  method: 'get',
  path: '/api/site/versions',
  ...read,
  query: v.object({ page: pageNumber }),
  response: { 200: websiteVersions },
})

export const restoreSiteVersion = call({
  id: 'restoreSiteVersion',
  method: 'post',
  path: '/api/site/versions/:id/restore',
  ...change,
  audit: { action: 'publish' },
  params: v.object({ id: v.pipe(v.string(), v.regex(/^(0|[1-9]\d{0,8})$/)) }),
  response: { 200: websiteVersion },
  errors: ['not_found', 'conflict'],
})

export const uploadSitePicture = call({
  id: 'uploadSitePicture',
  method: 'post',
  path: '/api/site/pictures',
  access: right(websiteRight, 'edit'),
  limit: 'upload',
  heavy: true,
  audit: { action: 'upload' },
  query: v.object({ kind: v.optional(v.picklist(['photo', 'logo'])) }),
  body: { type: 'multipart/form-data', schema: v.object({ file: v.file() }), maxBytes: maxPictureBytes + formBytes },
  response: { 201: uploadedPicture },
  errors: ['invalid_request', 'invalid_input', 'unavailable'],
})

export const readSitePicture = call({
  id: 'readSitePicture',
  method: 'get',
  path: '/api/site/pictures/:name',
  access: 'public',
  limit: 'read',
  params: v.object({ name: v.pipe(v.string(), v.regex(/^[0-9a-f]{32}-[1-9]\d{0,3}\.(?:avif|webp|jpg|png)$/)) }),
  response: { 200: { type: ['image/avif', 'image/webp', 'image/jpeg', 'image/png'] } },
  errors: ['not_found'],
})

export const readSitePortrait = call({
  id: 'readSitePortrait',
  method: 'get',
  path: '/api/site/portraits/:name',
  access: 'public',
  limit: 'read',
  params: v.object({ name: v.pipe(v.string(), v.regex(/^[0-9a-f]{32}-[1-9]\d{0,3}\.(?:avif|webp)$/)) }),
  response: { 200: { type: ['image/avif', 'image/webp'] } },
  errors: ['not_found'],
})

export const readSiteColors = call({
  id: 'readSiteColors',
  method: 'get',
  path: '/api/site/colors/:name',
  access: 'public',
  limit: 'read',
  params: v.object({ name: v.pipe(v.string(), v.regex(/^(?:[0-9a-f]{6}-){9}[0-9a-f]{6}\.css$/)) }),
  response: { 200: { type: 'text/css' } },
  errors: ['not_found'],
})
