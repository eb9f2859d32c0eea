import * as v from 'valibot'
import { type CallDoc, call, doc } from './call'
import { adminRead } from './policy'

export const readReference = call({
  id: 'readReference',
  method: 'get',
  path: '/api/docs',
  ...adminRead,
  page: true,
  response: { 200: { type: 'text/html' }, 302: null },
})

export const readDocument = call({
  id: 'readDocument',
  method: 'get',
  path: '/api/docs/openapi.json',
  ...adminRead,
  response: { 200: v.looseObject({ openapi: v.string() }) },
})

export const readReferenceStyle = call({
  id: 'readReferenceStyle',
  method: 'get',
  path: '/api/docs/reference.css',
  ...adminRead,
  response: { 200: { type: 'text/css' } },
})

export const readReferenceScript = call({
  id: 'readReferenceScript',
  method: 'get',
  path: '/api/docs/reference.js',
  ...adminRead,
  response: { 200: { type: 'text/javascript' } },
})

export const docs = (): CallDoc[] => {
  const tag = 'API reference'
  return [
    doc(readReference, {
      tag,
      summary: 'This page',
      description: 'A browser without a session is redirected to the sign-in page.',
      responses: {
        200: { description: 'The page.' },
        302: { description: 'To the sign-in page, for a browser without a session.' },
      },
    }),
    doc(readDocument, {
      tag,
      summary: 'OpenAPI document',
      description: 'OpenAPI 3.1.',
      responses: { 200: { description: 'The document.', example: { openapi: '3.1.0' } } },
    }),
    doc(readReferenceStyle, {
      tag,
      summary: 'Style sheet',
      description: 'The styles of the page.',
      responses: { 200: { description: 'The file.' } },
    }),
    doc(readReferenceScript, {
      tag,
      summary: 'Search script',
      description: 'The search of the page.',
      responses: { 200: { description: 'The file.' } },
    }),
  ]
}
