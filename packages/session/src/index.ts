export { mayUse, mayUseOwn } from '@app/contracts/policy'
export { isSameOrigin, type OwnOrigins, requireAccess, requireRecentSignIn } from './access'
export type { Identity } from './identify'
export { hasBearer, identify, isOfRemovedAccount } from './identify'
export {
  actorFinder,
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
export { newAccountSecret, newSecret, secretHash } from './secret'
export {
  hostCookie,
  readCookie,
  sessionCookie,
  type TokenSigner,
  type TokenVerifier,
  tokenSigner,
  tokenVerifier,
} from './token'
