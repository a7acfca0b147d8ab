import type { Lease, LeasesRepository } from '../../src/database/leases.ts'

/** Takes a lease for another process, as after its time has ended while its holder was frozen. */
export async function takeLease(leases: LeasesRepository, name: string, holder: string): Promise<Lease | undefined> {
  const held = await leases.find(name)
  if (held) await leases.release(held)
  return leases.acquire({ name, holder, seconds: 60 })
}
