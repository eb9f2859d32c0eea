import * as v from 'valibot'
import { doc, get, tagged } from './call'
import { adminRead } from './policy'

export const readReference = get('readReference', '/api/docs', {
  ...adminRead,
  page: true,
  response: { 200: { type: 'text/html' }, 302: null },
})

export const readDocument = get('readDocument', '/api/docs/openapi.json', {
  ...adminRead,
  response: { 200: v.looseObject({ openapi: v.string() }) },
})

export const readReferenceStyle = get('readReferenceStyle', '/api/docs/reference.css', {
  ...adminRead,
  response: { 200: { type: 'text/css' } },
})

export const readReferenceScript = get('readReferenceScript', '/api/docs/reference.js', {
  ...adminRead,
  response: { 200: { type: 'text/javascript' } },
})

export const docs = () =>
  tagged('API reference', [
    doc(readReference, {
      summary: 'This page',
      description: 'A browser without a session is redirected to the sign-in page.',
      responses: {
        200: { description: 'The page.' },
        302: { description: 'To the sign-in page, for a browser without a session.' },
      },
    }),
    doc(readDocument, {
      summary: 'OpenAPI document',
      description: 'OpenAPI 3.1.',
      responses: { 200: { description: 'The document.', example: { openapi: '3.1.0' } } },
    }),
    doc(readReferenceStyle, {
      summary: 'Style sheet',
      description: 'The styles of the page.',
      responses: { 200: { description: 'The file.' } },
    }),
    doc(readReferenceScript, {
      summary: 'Search script',
      description: 'The search of the page.',
      responses: { 200: { description: 'The file.' } },
    }),
  ])
