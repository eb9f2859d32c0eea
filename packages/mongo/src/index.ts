export { connectMongo, type Mongo } from './connect'
export { documentOptions } from './document-options'
export { isDuplicateKey, isNotAllowed, translateMongoError } from './errors'
export { databaseBusy, timeLimit } from './time-limit'
