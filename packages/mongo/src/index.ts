export { connectMongo, type Mongo } from './connect'
export { isDuplicateKey, translateMongoError } from './errors'
export { documentOptions } from './document-options'
