export { mayUse, mayUseOwn } from '@app/contracts/may-use'
export { requireAccess, requireRecentSignIn } from './access'
export { newAccountSecret } from './account-secret'
export { hasBearer } from './bearer'
export { hostCookie, readCookie, sessionCookie } from './cookie'
export { isSameOrigin, type OwnOrigins } from './csrf'
export { identify, isOfRemovedAccount } from './identify'
export type { Identity } from './identity'
export {
  actorFinder,
  type ServiceAccountReader,
  type StoredServiceAccount,
  serviceAccountModel,
  serviceAccountReader,
} from './models/service-account'
export { type OwnSession, publicSessionId, type SessionStore, sessionStore } from './models/session'
export { type AccessChange, ownAccess, type UserStore, userNames, userStore } from './models/user'
export { toAdminStatus, toCurrentUser, type User } from './models/user-document'
export { isNetwork } from './networks'
export { newSecret, secretHash } from './secret'
export { type TokenSigner, type TokenVerifier, tokenSigner, tokenVerifier } from './token'
