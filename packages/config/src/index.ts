export { ConfigError, readEnv } from './read-env'
export * from './variables'
