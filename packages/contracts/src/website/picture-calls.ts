import * as v from 'valibot'
import { doc, get, post, remove, tagged } from '../call'
import { formBytes } from '../parameters'
import { changeOf, right, websiteRight } from '../policy'
import { maxPictureBytes, uploadedPicture } from './pictures'

export const uploadSitePicture = post('uploadSitePicture', '/api/site/pictures', {
  access: right(websiteRight, 'edit'),
  limit: 'upload',
  heavy: true,
  audit: { action: 'upload' },
  query: v.object({ kind: v.optional(v.picklist(['photo', 'logo'])) }),
  body: { type: 'multipart/form-data', schema: v.object({ file: v.file() }), maxBytes: maxPictureBytes + formBytes },
  response: { 201: uploadedPicture },
  errors: ['invalid_request', 'invalid_input', 'unavailable'],
})

export const readSitePicture = get('readSitePicture', '/api/site/pictures/:name', {
  access: 'public',
  limit: 'read',
  params: v.object({ name: v.pipe(v.string(), v.regex(/^[0-9a-f]{32}-[1-9]\d{0,3}\.(?:avif|webp|jpg|png)$/)) }),
  response: { 200: { type: ['image/avif', 'image/webp', 'image/jpeg', 'image/png'] }, 304: null },
  errors: ['not_found'],
})

export const deleteSitePicture = remove('deleteSitePicture', '/api/site/pictures/:name', {
  ...changeOf(websiteRight),
  audit: { action: 'delete' },
  params: v.object({ name: v.pipe(v.string(), v.regex(/^[0-9a-f]{32}$/)) }),
  response: { 200: v.object({ success: v.literal(true) }) },
  errors: ['not_found'],
})

export const readSitePortrait = get('readSitePortrait', '/api/site/portraits/:name', {
  access: 'public',
  limit: 'read',
  params: v.object({ name: v.pipe(v.string(), v.regex(/^[0-9a-f]{32}-[1-9]\d{0,3}\.(?:avif|webp)$/)) }),
  response: { 200: { type: ['image/avif', 'image/webp'] } },
  errors: ['not_found'],
})

export const readSiteColors = get('readSiteColors', '/api/site/colors/:name', {
  access: 'public',
  limit: 'read',
  params: v.object({ name: v.pipe(v.string(), v.regex(/^(?:[0-9a-f]{6}-){9}[0-9a-f]{6}\.css$/)) }),
  response: { 200: { type: 'text/css' } },
  errors: ['not_found'],
})

export const docs = () => {
  const picture = '5f2b8c41d7e09a365f2b8c41d7e09a36'
  return tagged('Site and files', [
    doc(uploadSitePicture, {
      summary: 'Upload a picture of the public page',
      description:
        'JPEG, PNG or WebP up to 15 MB and 100 megapixels. Stored upright, without metadata and what follows the picture, at most 4,096 pixels wide and high, and in the sizes that the page needs. A draft refers to it by `id`; what no draft or version refers to is removed after a day. The same picture again is the same `id`.',
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
        invalid_input: 'The file is not such a picture, or is damaged or incomplete.',
        unavailable: 'Another picture is being prepared.',
      },
    }),
    doc(readSitePicture, {
      summary: 'A picture of the public page',
      description:
        'In one width and format. Everybody gets those of the live page; staff who may see the website also those of drafts and former versions. A browser keeps it for a day, nginx asks again after seconds.',
      parameters: {
        name: { description: 'The id, the width, and the format.', example: `${picture}-960.avif` },
      },
      responses: { 200: { description: 'The picture.' }, 304: { description: 'It is on the page still.' } },
      errors: { not_found: 'There is no such picture, or not in this width, or it is not on the live page.' },
    }),
    doc(deleteSitePicture, {
      summary: 'Remove a picture for good',
      description:
        'Takes it out of all versions and the draft, and removes its bytes. A drawing takes its place. Browsers that have it may show it for a day.',
      parameters: { name: { description: 'The id of the picture.', example: picture } },
      responses: { 200: { description: 'Removed.', example: { success: true } } },
      errors: { not_found: 'There is no such picture.' },
    }),
    doc(readSitePortrait, {
      summary: 'The photo of an instructor',
      description:
        'In one width and format, as the public page shows it. It is there only while an active instructor with this photo is shown on the website, so no cache but that of a browser keeps it.',
      parameters: {
        name: { description: 'The id, the width, and the format.', example: `${picture}-480.avif` },
      },
      responses: { 200: { description: 'The photo.' } },
      errors: { not_found: 'No instructor with this photo is on the page, or not in this width.' },
    }),
    doc(readSiteColors, {
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
    }),
  ])
}
