import ipaddr from 'ipaddr.js'

/** Whether a host is `localhost` or a loopback address. */
export function isLoopback(host: string): boolean {
  const bare = host.replace(/^\[|\]$/g, '')
  return bare === 'localhost' || (ipaddr.isValid(bare) && ipaddr.process(bare).range() === 'loopback')
}
