export { followFile } from './follow-file'
export { isThisMachine, productionErrors, unsafeParametersOf } from './production'
export { ConfigError, readEnv } from './read-env'
export * from './variables'
