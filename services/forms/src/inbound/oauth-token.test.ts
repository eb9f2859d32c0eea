import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { reasonOf } from './imap-source'
import { oauthToken, type StoredToken } from './oauth-token'

const sealKey = randomBytes(32)

/** A provider that answers in turn, and what it was asked. */
function setup(
  answers: ([number, object] | Error)[],
  {
    secret = 'refresh-1 client-secret',
    clientId = 'client',
    key = sealKey,
    provider = 'https://id.example/token',
    stored = undefined as StoredToken | undefined,
  } = {},
) {
  const asked: Record<string, string>[] = []
  let kept = stored
  const token = oauthToken({
    ...{ provider, clientId, secret, sealKey: key },
    store: {
      read: async () => kept,
      write: async (given) => {
        kept = given
      },
    },
    async fetch(url, { body }) {
      asked.push({ url, ...Object.fromEntries(body as URLSearchParams) })
      const answer = answers.shift()!
      if (answer instanceof Error) throw answer
      return Response.json(answer[1], { status: answer[0] })
    },
  })
  const reason = () => token().then(() => '', reasonOf)
  return { token, asked, reason, stored: () => kept }
}

test('an access token is given for the refresh token, with the secret of the client where it has one', async () => {
  const { token, asked } = setup([[200, { access_token: 'a1', expires_in: 3_600 }]])
  expect(await token()).toBe('a1')
  expect(asked).toEqual([
    {
      ...{ url: 'https://id.example/token', grant_type: 'refresh_token', client_id: 'client' },
      ...{ refresh_token: 'refresh-1', client_secret: 'client-secret' },
    },
  ])
  const microsoft = setup([[200, { access_token: 'a1' }]], { provider: 'microsoft', secret: 'refresh-1' })
  await microsoft.token()
  expect(microsoft.asked[0]).toMatchObject({
    url: 'https://login.microsoftonline.com/common/oauth2/v2.0/token',
    scope: expect.stringContaining('IMAP.AccessAsUser.All'),
  })
  expect(microsoft.asked[0]).not.toHaveProperty('client_secret')
})

test('a refresh token that the provider replaces is kept sealed, until another is configured', async () => {
  const first = setup([[200, { access_token: 'a1', refresh_token: 'refresh-2' }]])
  await first.token()
  const stored = first.stored()!
  expect(JSON.stringify(stored)).not.toContain('refresh')
  const usedWith = async (given: Parameters<typeof setup>[1]) => {
    const next = setup([[200, { access_token: 'a2' }]], { stored, ...given })
    await next.token()
    return next.asked[0]!['refresh_token']
  }
  expect(await usedWith({})).toBe('refresh-2')
  expect(await usedWith({ secret: 'refresh-9' })).toBe('refresh-9')
  expect(await usedWith({ key: randomBytes(32) })).toBe('refresh-1')
})

test.each<[string, ([number, object] | Error)[], Parameters<typeof setup>[1]]>([
  ['refuses the refresh token', [[400, { error: 'invalid_grant', error_description: 'desk@a.example' }]], {}],
  ['refuses the client', [[401, { error: 'invalid_client' }]], {}],
  ['may not read mailboxes', [[400, { error: 'unauthorized_client' }]], {}],
  ['no access token (HTTP 503)', [[503, {}]], {}],
  ['no access token (HTTP 400)', [[400, { error: 'constructor' }]], {}],
  ['no access token (HTTP 200)', [[200, { token_type: 'x' }]], {}],
  ['cannot be reached', [new Error('getaddrinfo desk@a.example')], {}],
  ['INBOUND_IMAP_PASSWORD is not set', [], { secret: ' ' }],
  ['INBOUND_IMAP_OAUTH_CLIENT is not set', [], { clientId: '' }],
])('staff read why: %s', async (reason, answers, given) => {
  const text = await setup(answers, given).reason()
  expect(text).toContain(reason)
  expect(text).not.toContain('@')
})
