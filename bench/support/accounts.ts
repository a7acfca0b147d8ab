import { createWorld } from '../../sim/steam/world.ts'

/** Ids of the simulated world whose profile and ban record are there, so that a lookup answers 200; the same ones each time. */
export function wholeAccounts(accounts: number): { steamId: string; vanity: string | null }[] {
  const world = createWorld({ accounts })
  return world.ids.flatMap((steamId) => {
    const account = world.account(steamId)
    const isWhole = account?.profile && account.bans && account.bans !== 'nullEntry'
    return isWhole ? [{ steamId, vanity: account.vanity }] : []
  })
}

/** Deals accounts out, each once; throws when there are no more. */
export function deal(accounts: readonly string[]): () => string {
  const left = accounts.values()
  return () => {
    const { value } = left.next()
    if (value === undefined) throw new Error(`only ${accounts.length} accounts were made for this`)
    return value
  }
}
