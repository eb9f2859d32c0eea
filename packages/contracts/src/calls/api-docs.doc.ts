import { readDocument, readReference, readReferenceScript, readReferenceStyle } from './api-docs'
import { doc } from './call-doc'

const tag = 'API reference'

export const readReferenceDoc = doc(readReference, {
  tag,
  summary: 'This page',
  description: 'A browser without a session is redirected to the sign-in page.',
  responses: {
    200: { description: 'The page.' },
    302: { description: 'To the sign-in page, for a browser without a session.' },
  },
})

export const readDocumentDoc = doc(readDocument, {
  tag,
  summary: 'OpenAPI document',
  description: 'OpenAPI 3.1.',
  responses: { 200: { description: 'The document.', example: { openapi: '3.1.0' } } },
})

export const readReferenceStyleDoc = doc(readReferenceStyle, {
  tag,
  summary: 'Style sheet',
  description: 'The styles of the page.',
  responses: { 200: { description: 'The file.' } },
})

export const readReferenceScriptDoc = doc(readReferenceScript, {
  tag,
  summary: 'Search script',
  description: 'The search of the page.',
  responses: { 200: { description: 'The file.' } },
})
