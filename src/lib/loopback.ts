import ipaddr from 'ipaddr.js'

/** Whether an address, or a name to listen on, is this machine's own. */
export function isLoopback(host: string): boolean {
  const bare = host.replace(/^\[|\]$/g, '')
  return bare === 'localhost' || (ipaddr.isValid(bare) && ipaddr.process(bare).range() === 'loopback')
}
