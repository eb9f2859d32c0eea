import * as v from 'valibot'
import { call } from './call'

export const readReference = call({
  id: 'readReference',
  method: 'get',
  path: '/api/docs',
  access: 'admin',
  limit: 'read',
  page: true,
  response: { 200: { type: 'text/html' }, 302: null },
})

export const readDocument = call({
  id: 'readDocument',
  method: 'get',
  path: '/api/docs/openapi.json',
  access: 'admin',
  limit: 'read',
  response: { 200: v.looseObject({ openapi: v.string() }) },
})

export const readReferenceStyle = call({
  id: 'readReferenceStyle',
  method: 'get',
  path: '/api/docs/reference.css',
  access: 'admin',
  limit: 'read',
  response: { 200: { type: 'text/css' } },
})

export const readReferenceScript = call({
  id: 'readReferenceScript',
  method: 'get',
  path: '/api/docs/reference.js',
  access: 'admin',
  limit: 'read',
  response: { 200: { type: 'text/javascript' } },
})
