/** Plain http is allowed for a provider on the developer's own machine only. */
export const isOwnMachine = ({ protocol, hostname }: URL) =>
  protocol === 'http:' && (/(^|\.)localhost$/.test(hostname) || hostname === '127.0.0.1' || hostname === '[::1]')
