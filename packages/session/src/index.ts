export { mayUse, mayUseOwn } from '@app/contracts/policy'
export { isSameOrigin, type OwnOrigins, requireAccess, requireRecentSignIn } from './access'
export { newAccountSecret } from './account-secret'
export type { Identity } from './identify'
export { actorFinder, hasBearer, identify, isOfRemovedAccount } from './identify'
export {
  type ServiceAccountReader,
  type StoredServiceAccount,
  serviceAccountModel,
  serviceAccountReader,
} from './models/service-account'
export { type OwnSession, publicSessionId, type SessionStore, sessionStore } from './models/session'
export {
  type AccessChange,
  ownAccess,
  toAdminStatus,
  toCurrentUser,
  type User,
  type UserStore,
  userNames,
  userStore,
} from './models/user'
export { isNetwork } from './networks'
export {
  hostCookie,
  newSecret,
  readCookie,
  secretHash,
  sessionCookie,
  type TokenSigner,
  type TokenVerifier,
  tokenSigner,
  tokenVerifier,
} from './token'
