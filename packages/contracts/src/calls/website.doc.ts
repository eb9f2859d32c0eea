import shippedFile from '../website/shipped.json'
import { doc } from './call-doc'
import { pageDoc } from './parameters.doc'
import {
  cancelSitePublication,
  listSiteVersions,
  previewSite,
  publishSite,
  readLegalPage,
  readSiteColors,
  readSiteDraft,
  readSitePage,
  readSitePicture,
  readSitePortrait,
  restoreSiteVersion,
  saveSiteDraft,
  uploadSitePicture,
} from './website'

const tag = 'Site and files'
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

export const readSitePageDoc = doc(readSitePage, {
  tag,
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
})

export const readLegalPageDoc = doc(readLegalPage, {
  tag,
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
})

export const readSiteDraftDoc = doc(readSiteDraft, {
  tag,
  summary: 'The draft of the public page',
  description:
    'The live content until it is changed. `live` is what visitors see. `mailTexts` are texts of mails about the same facts: reply templates for those who may see them, the automatic reply and the reminder of lessons for admins. They are left out where they could not be read.',
  responses: {
    200: {
      description: 'The draft.',
      example: {
        ...{ ...saved, content: shippedFile, live: shippedFile, liveVersion: 3, cards: [], prices: { party: 350 } },
        mailTexts: [
          {
            ...{ kind: 'replyTemplate', id: '6b0144c8eeb0df06111a9a5f', title: 'Directions' },
            text: 'How to find us\nCall {phone} when you are at the gate.',
          },
          { kind: 'automaticReply', text: 'Thank you, {name}\nWe call you back.' },
        ],
      },
    },
  },
})

export const previewSiteDoc = doc(previewSite, {
  tag,
  summary: 'The draft as a page',
  description: 'Without scripts, for a frame of the dashboard.',
  parameters: {
    scheme: { description: 'The color scheme; the default is the one of the browser.', example: 'dark' },
    tag: { description: 'Any text: another one makes a browser load the page again.', example: '3.5' },
  },
  responses: { 200: { description: 'The page.' } },
  errors: { unavailable: 'The build of the site is missing here.' },
})

export const saveSiteDraftDoc = doc(saveSiteDraft, {
  tag,
  summary: 'Save the draft of the public page',
  description: 'Visitors see it once it is published. Braces name facts: `{phone}`, `{price:birthday}`.',
  parameters: ifMatch,
  body: { example: shippedFile },
  responses: { 200: { description: 'Saved.', example: saved } },
  errors: {
    invalid_request: '`If-Match` is missing.',
    invalid_input: 'The content is not valid; `fields` has a message for each path.',
    conflict: changedSince,
  },
})

export const publishSiteDoc = doc(publishSite, {
  tag,
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
    invalid_request: '`If-Match` is missing.',
    invalid_input: 'The time is not in the next 28 days, or a picture is neither described nor decorative.',
    conflict: `${changedSince} Or there is nothing to publish.`,
  },
})

export const cancelSitePublicationDoc = doc(cancelSitePublication, {
  tag,
  summary: 'Cancel the scheduled publication',
  description: 'The draft is kept.',
  responses: { 200: { description: 'Canceled.', example: { canceled: true } } },
  errors: { not_found: 'Nothing is scheduled.', conflict: 'It has begun.' },
})

export const listSiteVersionsDoc = doc(listSiteVersions, {
  tag,
  summary: 'Published versions of the public page',
  description: 'Newest first, each with what it changed. The last one, 0, is the shipped content.',
  parameters: { page: { ...pageDoc, description: 'From 1; 20 to a page.' } },
  responses: {
    200: { description: 'The versions.', example: { data: [version], page: 1, limit: 20, total: 5, totalPages: 1 } },
  },
})

export const restoreSiteVersionDoc = doc(restoreSiteVersion, {
  tag,
  summary: 'Make a former version live again',
  description: 'Publishes its content as a new version. A draft is kept.',
  parameters: { id: { description: 'The number of the version. Anything else is not found.', example: '3' } },
  responses: { 200: { description: 'Live.', example: { ...version, restored: 3 } } },
  errors: {
    not_found: 'There is no such version.',
    conflict: 'It is live, or another version was published meanwhile.',
  },
})

const picture = '5f2b8c41d7e09a365f2b8c41d7e09a36'

export const uploadSitePictureDoc = doc(uploadSitePicture, {
  tag,
  summary: 'Upload a picture of the public page',
  description:
    'JPEG, PNG or WebP up to 15 MB and 100 megapixels. Stored upright, without metadata, at most 4,096 pixels wide and high, and in the sizes that the page needs. A draft refers to it by `id`; what no draft or version refers to is removed after a day. The same picture again is the same `id`.',
  parameters: {
    kind: {
      description:
        'A `logo` keeps its transparent parts, and gets icons; `tone` in the response says on which ground it can be read.',
      example: 'photo',
    },
  },
  body: { description: 'One part named `file`.' },
  responses: { 201: { description: 'Stored.', example: { id: picture, width: 2_731, height: 4_096 } } },
  errors: {
    invalid_request: 'The form does not hold exactly one file.',
    invalid_input: 'The file is not such a picture, is damaged, or has other data after its end.',
    unavailable: 'Another picture is being prepared.',
  },
})

export const readSitePictureDoc = doc(readSitePicture, {
  tag,
  summary: 'A picture of the public page',
  description:
    'In one width and format; it never changes. The name follows from the content of the picture, so nobody can guess it: a picture of a draft can be opened by those who have its address.',
  parameters: {
    name: { description: 'The id, the width, and the format.', example: `${picture}-960.avif` },
  },
  responses: { 200: { description: 'The picture.' } },
  errors: { not_found: 'There is no such picture, or not in this width.' },
})

export const readSitePortraitDoc = doc(readSitePortrait, {
  tag,
  summary: 'The photo of an instructor',
  description:
    'In one width and format, as the public page shows it. It is there only while an active instructor with this photo is shown on the website, so no cache but that of a browser keeps it.',
  parameters: {
    name: { description: 'The id, the width, and the format.', example: `${picture}-480.avif` },
  },
  responses: { 200: { description: 'The photo.' } },
  errors: { not_found: 'No instructor with this photo is on the page, or not in this width.' },
})

export const readSiteColorsDoc = doc(readSiteColors, {
  tag,
  summary: 'The colors of the public page',
  description:
    'A stylesheet that is named by the colors in it: those of the live version or of the draft. It never changes.',
  parameters: {
    name: {
      description: 'Background, text, links, booking button and footer, each by day and by night.',
      example: 'f3f6ee-0f1b22-12292b-e9f0e6-12564e-85d3c0-c4361a-ff9470-0e3335-0a2328.css',
    },
  },
  responses: { 200: { description: 'The stylesheet.' } },
  errors: { not_found: 'Neither the live version nor the draft has these colors.' },
})
