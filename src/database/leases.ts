export interface LeasesRepository {
  /**
   * Takes or renews a lease until `expiresAt`; false while another holder has it. `isGone` says whether a holder is known to
   * have ended, so that its lease can be taken at once.
   */
  acquire(
    name: string,
    holder: string,
    now: number,
    expiresAt: number,
    isGone: (holder: string) => boolean,
  ): Promise<boolean>
  release(name: string, holder: string): Promise<void>
}
