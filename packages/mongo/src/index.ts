export { connectMongo, type Mongo, timeLimit, writeLimit } from './connect'
export { documentOptions } from './document-options'
export {
  bulkWriteErrors,
  databaseBusy,
  isDuplicateKey,
  isNotAllowed,
  translateMongoError,
  unlessDuplicate,
} from './errors'
export { storeFile } from './store-file'
