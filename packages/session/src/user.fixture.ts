import type { User } from './models/user'

/** A plain user with this id and an address made of it, but for what is given. */
export const userWith = ({ id, ...change }: Pick<User, 'id'> & Partial<User>): User => ({
  id,
  email: `${id}@example.com`,
  name: null,
  picture: null,
  role: 'user',
  rights: {},
  exports: [],
  provider: 'code',
  createdAt: new Date(0),
  ...change,
})
