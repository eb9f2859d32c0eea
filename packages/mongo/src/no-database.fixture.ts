import mongoose from 'mongoose'
import type { Mongo } from './connect'

const refuse = () => {
  throw new Error('this test has no database')
}

/** For tests that build a service and call nothing of it. */
export const noDatabase = (): Pick<Mongo, 'connection' | 'db' | 'collection' | 'withoutTimeout'> => ({
  connection: mongoose.createConnection(),
  db: refuse,
  collection: refuse,
  withoutTimeout: () => Promise.reject(new Error('there is no database')),
})
