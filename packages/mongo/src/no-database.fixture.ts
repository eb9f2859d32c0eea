import mongoose from 'mongoose'
import type { Mongo } from './connect'

/** For tests that build a service and call nothing of it. */
export const noDatabase = (): Pick<Mongo, 'connection' | 'db' | 'withoutTimeout'> => ({
  connection: mongoose.createConnection(),
  db: () => {
    throw new Error('this test has no database')
  },
  withoutTimeout: () => Promise.reject(new Error('there is no database')),
})
