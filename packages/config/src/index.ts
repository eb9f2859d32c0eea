export { followFile } from './follow-file'
export { ConfigError, readEnv } from './read-env'
export * from './variables'
