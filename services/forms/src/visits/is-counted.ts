/** Programs that name themselves. Others that run scripts and look at the page for a while are counted. */
const program =
  /bot|crawl|spider|slurp|scan|fetch|monitor|uptime|preview|headless|lighthouse|pingdom|curl|wget|python|java\/|go-http|okhttp|axios|node/i

/** Whether a request is of a visitor who does not object. Staff who look at their own page are no visitors. */
export function isCounted({ headers }: Request, isSignedIn: boolean): boolean {
  if (headers.get('dnt') === '1' || headers.get('sec-gpc') === '1') return false
  const agent = headers.get('user-agent') ?? ''
  return !isSignedIn && agent !== '' && !program.test(agent)
}
