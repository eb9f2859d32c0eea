import * as v from 'valibot'
import type { Operation } from '../operation'

const tag = 'This reference'

/** The reference itself. */
export const referenceOperations: Operation[] = [
  {
    method: 'get',
    path: '/api/docs',
    id: 'readReference',
    tag,
    summary: 'This page',
    description: 'For people. Whoever is not signed in and opens it in a browser is led to the login.',
    for: 'admins',
    answers: {
      200: { description: 'The page.', type: 'text/html' },
      302: { description: 'To the login, for a browser that opens the page.' },
    },
  },
  {
    method: 'get',
    path: '/api/docs/openapi.json',
    id: 'readDocument',
    tag,
    summary: 'The same for machines',
    description: 'OpenAPI 3.1.',
    for: 'admins',
    answers: {
      200: {
        description: 'The document.',
        schema: v.looseObject({ openapi: v.string() }),
        example: { openapi: '3.1.0' },
      },
    },
  },
  ...(['css', 'js'] as const).map(
    (kind): Operation => ({
      method: 'get',
      path: `/api/docs/reference.${kind}`,
      id: `readReference${kind.toUpperCase()}`,
      tag,
      summary: kind === 'css' ? 'How the page looks' : 'What finds calls on the page',
      description: 'A part of the page.',
      for: 'admins',
      answers: { 200: { description: 'The file.', type: kind === 'css' ? 'text/css' : 'text/javascript' } },
    }),
  ),
]
