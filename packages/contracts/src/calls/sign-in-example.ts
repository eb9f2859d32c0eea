export const exampleUser = {
  id: '6b0144c8eeb0df06111a9a1e',
  email: 'admin@archery.example',
  name: null,
  picture: null,
  role: 'admin',
  rights: {},
  exports: [],
  provider: 'code',
  createdAt: '2026-05-01T10:00:00.000Z',
} as const
