import * as v from 'valibot'
import { call } from './call'

const tag = 'API reference'

export const readReference = call({
  method: 'get',
  path: '/api/docs',
  access: 'admin',
  response: {
    200: { description: 'The page.', type: 'text/html' },
    302: { description: 'To the sign-in page, for a browser without a session.' },
  },
  detail: {
    id: 'readReference',
    tag,
    summary: 'This page',
    description: 'A browser without a session is redirected to the sign-in page.',
  },
})

export const readDocument = call({
  method: 'get',
  path: '/api/docs/openapi.json',
  access: 'admin',
  response: {
    200: {
      description: 'The document.',
      schema: v.looseObject({ openapi: v.string() }),
      example: { openapi: '3.1.0' },
    },
  },
  detail: { id: 'readDocument', tag, summary: 'OpenAPI document', description: 'OpenAPI 3.1.' },
})

export const readReferenceStyle = call({
  method: 'get',
  path: '/api/docs/reference.css',
  access: 'admin',
  response: { 200: { description: 'The file.', type: 'text/css' } },
  detail: { id: 'readReferenceStyle', tag, summary: 'Style sheet', description: 'A part of the page.' },
})

export const readReferenceScript = call({
  method: 'get',
  path: '/api/docs/reference.js',
  access: 'admin',
  response: { 200: { description: 'The file.', type: 'text/javascript' } },
  detail: { id: 'readReferenceScript', tag, summary: 'Search script', description: 'A part of the page.' },
})
