export { connectMongo, databaseBusy, type Mongo, timeLimit, writeLimit } from './connect'
export { documentOptions } from './document-options'
export { bulkWriteErrors, isDuplicateKey, isNotAllowed, translateMongoError } from './errors'
export { storeFile } from './store-file'
