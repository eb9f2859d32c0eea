import { exampleId } from './parameters.doc'

export const exampleUser = {
  id: exampleId,
  email: 'admin@archery.example',
  name: null,
  picture: null,
  role: 'admin',
  rights: {},
  exports: [],
  provider: 'code',
  createdAt: '2026-05-01T10:00:00.000Z',
} as const
