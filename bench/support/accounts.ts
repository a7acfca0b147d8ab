import { createWorld } from '../../packages/sim-steam/src/world.ts'

/** Accounts with a profile and a ban record, so that a lookup answers 200; equal in every run. */
export function wholeAccounts(accounts: number): { steamId: string; vanity: string | null }[] {
  const world = createWorld({ accounts })
  return world.ids.flatMap((steamId) => {
    const account = world.account(steamId)
    const isWhole = account?.profile && account.bans && account.bans !== 'nullEntry'
    return isWhole ? [{ steamId, vanity: account.vanity }] : []
  })
}

/** Returns unused accounts, each once; throws if none is left. */
export function deal(accounts: readonly string[]): () => string {
  const left = accounts.values()
  return () => {
    const { value } = left.next()
    if (value === undefined) throw new Error(`only ${accounts.length} accounts were made for this`)
    return value
  }
}
