/** Loaded with the first passkey: it takes 11 MB, as much as a fifth of the service at rest. */
export const webauthn = () => import('@simplewebauthn/server')
