import * as v from 'valibot'
import { doc, get, post, put, remove, tagged } from '../call'
import { pageDoc } from '../doc-parts'
import { pageNumber } from '../parameters'
import { changeOf, readOf, websiteRight } from '../policy'
import { priceChanges } from './card-prices'
import { websiteContent } from './content'
import { pageFileNames } from './page-files'
import shippedFile from './shipped.json'
import { savedSiteDraft, scheduledPublication, websiteDraft, websiteVersion, websiteVersions } from './versions'

const read = readOf(websiteRight)
const change = changeOf(websiteRight)
const ifMatch = v.object({ 'If-Match': v.optional(v.pipe(v.string(), v.regex(/^"\d{1,9}\.\d{1,9}"$/))) })
/** Without a time at once. */
const publication = v.strictObject({ at: v.optional(v.pipe(v.string(), v.isoTimestamp('Time is not valid'))) })
/** Without prices those of the draft stay. */
const draftBody = v.strictObject({ ...websiteContent.entries, prices: v.optional(priceChanges) })
const errorDetails = { 409: v.partial(websiteDraft) }

export const readSitePage = get('readSitePage', '/api/site/page/:build', {
  access: 'public',
  limit: 'read',
  params: v.object({ build: v.pipe(v.string(), v.regex(/^[0-9a-z]{1,32}$/)) }),
  response: { 200: { type: 'text/html' } },
  errors: ['not_found', 'gone'],
})

export const readLegalPage = get('readLegalPage', '/api/site/page/:build/:name', {
  access: 'public',
  limit: 'read',
  params: v.object({ build: v.pipe(v.string(), v.regex(/^[0-9a-z]{1,32}$/)), name: v.picklist(pageFileNames) }),
  response: { 200: { type: ['text/html', 'application/manifest+json', 'text/xml', 'text/plain'] } },
  errors: ['not_found', 'gone'],
})

export const readSiteDraft = get('readSiteDraft', '/api/site/draft', {
  ...read,
  response: { 200: websiteDraft },
})

export const previewSite = get('previewSite', '/api/site/draft/page', {
  ...read,
  query: v.object({ scheme: v.optional(v.picklist(['light', 'dark'])), tag: v.optional(v.string()) }),
  response: { 200: { type: 'text/html' } },
  errors: ['unavailable'],
})

export const saveSiteDraft = put('saveSiteDraft', '/api/site/draft', {
  ...change,
  // Visitors see a change once it is published.
  audit: false,
  headers: ifMatch,
  body: { schema: draftBody },
  response: { 200: savedSiteDraft },
  errors: ['forbidden', 'invalid_request', 'invalid_input', 'conflict'],
  errorDetails,
})

export const publishSite = post('publishSite', '/api/site/publish', {
  ...change,
  audit: { action: 'publish' },
  headers: ifMatch,
  body: { schema: publication, optional: true },
  response: { 200: websiteVersion, 202: scheduledPublication },
  errors: ['forbidden', 'recent_sign_in_required', 'invalid_request', 'invalid_input', 'conflict'],
  errorDetails,
})

export const cancelSitePublication = remove('cancelSitePublication', '/api/site/publish', {
  ...changeOf(websiteRight),
  audit: { action: 'stop', by: 'action' },
  response: { 200: v.object({ canceled: v.literal(true) }) },
  errors: ['not_found', 'conflict'],
})

export const listSiteVersions = get('listSiteVersions', '/api/site/versions', {
  ...read,
  query: v.object({ page: pageNumber }),
  response: { 200: websiteVersions },
})

export const restoreSiteVersion = post('restoreSiteVersion', '/api/site/versions/:id/restore', {
  ...change,
  audit: { action: 'publish' },
  params: v.object({ id: v.pipe(v.string(), v.regex(/^(0|[1-9]\d{0,8})$/)) }),
  response: { 200: websiteVersion },
  errors: ['recent_sign_in_required', 'not_found', 'conflict'],
})

export const docs = () => {
  const at = '2026-05-01T10:00:00.000Z'
  const by = 'chief@archery.example'
  const saved = { tag: '3.5', changedAt: at, changedBy: by }
  const change = { path: 'facts.phone', before: '(916) 555-0100', after: '(916) 555-0142' }
  const version = { id: 4, publishedAt: at, publishedBy: by, restored: null, changes: [change], isLive: true }
  const ifMatch = {
    'If-Match': { description: 'The `tag` of the draft that the editor has seen.', example: '"3.5"', isNeeded: true },
  }
  const changedSince =
    'The draft has changed since `If-Match`, or another version is live: the response is what is stored now.'
  return tagged('Site and files', [
    doc(readSitePage, {
      summary: 'The public page with published content',
      description: 'nginx serves `/` from it. Compressed as `Accept-Encoding` allows, with an ETag.',
      parameters: {
        build: { description: 'The build whose scripts and styles the page names.', example: '5f2b8c41d7e09a36' },
      },
      responses: { 200: { description: 'The page.' } },
      errors: {
        not_found: 'There is no page for this build.',
        gone: 'The page of the build is up to date: nothing else is published.',
      },
    }),
    doc(readLegalPage, {
      summary: 'A legal page, or a file for programs, with published content',
      description:
        'nginx serves `/privacy` and `/terms` from it, and `/sitemap.xml`, `/robots.txt`, `/admin.webmanifest` and `/.well-known/security.txt`. Compressed as `Accept-Encoding` allows, with an ETag.',
      parameters: {
        build: { description: 'The build whose styles the page names.', example: '5f2b8c41d7e09a36' },
        name: { description: 'Which page or file.', example: 'privacy' },
      },
      responses: { 200: { description: 'The page or the file.' } },
      errors: {
        not_found: 'There is no page for this build.',
        gone: 'No text is published for this page, or the file of the build is up to date.',
      },
    }),
    doc(readSiteDraft, {
      summary: 'The draft of the public page',
      description:
        'The live content until it is changed. `live` is what visitors see. `mailTexts` are texts of mails about the same facts: reply templates for those who may see them, the automatic reply and the reminder of lessons for admins. They are left out where they could not be read.',
      responses: {
        200: {
          description: 'The draft.',
          example: {
            ...saved,
            content: shippedFile,
            live: shippedFile,
            liveVersion: 3,
            cards: [],
            prices: { party: 350 },
            mailTexts: [
              {
                kind: 'replyTemplate',
                id: '6b0144c8eeb0df06111a9a5f',
                title: 'Directions',
                text: 'How to find us\nCall {phone} when you are at the gate.',
              },
              { kind: 'automaticReply', text: 'Thank you, {name}\nWe call you back.' },
            ],
          },
        },
      },
    }),
    doc(previewSite, {
      summary: 'The draft as a page',
      description: 'Without scripts, for a frame of the dashboard.',
      parameters: {
        scheme: { description: 'The color scheme; the default is the one of the browser.', example: 'dark' },
        tag: { description: 'Any text: another one makes a browser load the page again.', example: '3.5' },
      },
      responses: { 200: { description: 'The page.' } },
      errors: { unavailable: 'The build of the site is missing here.' },
    }),
    doc(saveSiteDraft, {
      summary: 'Save the draft of the public page',
      description:
        'Visitors see it once it is published. Braces name facts: `{phone}`, `{price:birthday}`. `prices` changes prices of service cards with the publication, as long as a card costs what it cost (`from`); without it those of the draft stay.',
      parameters: ifMatch,
      body: { example: shippedFile },
      responses: { 200: { description: 'Saved.', example: saved } },
      errors: {
        forbidden: 'Only people who may edit the service cards can change prices.',
        invalid_request: '`If-Match` is missing.',
        invalid_input: 'The content is not valid; `fields` has a message for each path.',
        conflict: changedSince,
      },
    }),
    doc(publishSite, {
      summary: 'Publish the draft',
      description:
        'Every nginx serves it within five seconds. The audit names what has changed. With `at` a job publishes the draft as it is now at that time, at most 28 days ahead, unless another version is live by then. Scheduling again replaces the earlier time.',
      parameters: ifMatch,
      body: { example: { at: '2026-11-28T14:00:00.000Z' } },
      responses: {
        200: { description: 'Live.', example: version },
        202: { description: 'Scheduled.', example: { at: '2026-11-28T14:00:00.000Z', by, changes: [change] } },
      },
      errors: {
        forbidden: 'The draft changes prices, and the caller may not edit the service cards.',
        recent_sign_in_required:
          'It changes the name, phone number, email address or booking page, and the sign-in is older than 15 minutes.',
        invalid_request: '`If-Match` is missing.',
        invalid_input:
          'The time is not in the next 28 days, a picture is neither described nor decorative, or a price does not fit its table.',
        conflict: `${changedSince} Or there is nothing to publish.`,
      },
    }),
    doc(cancelSitePublication, {
      summary: 'Cancel the scheduled publication',
      description: 'The draft is kept.',
      responses: { 200: { description: 'Canceled.', example: { canceled: true } } },
      errors: { not_found: 'Nothing is scheduled.', conflict: 'It has begun.' },
    }),
    doc(listSiteVersions, {
      summary: 'Published versions of the public page',
      description: 'Newest first, each with what it changed. The last one, 0, is the shipped content.',
      parameters: { page: { ...pageDoc, description: 'From 1; 20 to a page.' } },
      responses: {
        200: {
          description: 'The versions.',
          example: { data: [version], page: 1, limit: 20, total: 5, totalPages: 1 },
        },
      },
    }),
    doc(restoreSiteVersion, {
      summary: 'Make a former version live again',
      description: 'Publishes its content as a new version. A draft is kept.',
      parameters: { id: { description: 'The number of the version. Anything else is not found.', example: '3' } },
      responses: { 200: { description: 'Live.', example: { ...version, restored: 3 } } },
      errors: {
        recent_sign_in_required:
          'It changes the name, phone number, email address or booking page, and the sign-in is older than 15 minutes.',
        not_found: 'There is no such version.',
        conflict: 'It is live, or another version was published meanwhile.',
      },
    }),
  ])
}
