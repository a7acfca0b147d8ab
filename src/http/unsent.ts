/** What a waiting answer costs beside its bytes: its request, its response and what belongs to them. */
const OVERHEAD_BYTES = 32 * 1024

/** Answers that were given to the network and that their clients have not read yet, bounded over all connections. */
export interface UnsentResponses {
  /**
   * Counts an answer of so many unsent bytes until the returned function is called. Over the bound the oldest answers are
   * cut off, one after the other.
   */
  add(bytes: number, cutOff: () => void): () => void
}

/** Counts unsent answers up to `maxBytes`; `onCutOff` hears of each that was cut off. */
export function createUnsentResponses(maxBytes: number, onCutOff: () => void): UnsentResponses {
  // In the order they were added.
  const waiting = new Set<{ bytes: number; cutOff: () => void }>()
  let total = 0
  return {
    add(bytes, cutOff) {
      const added = { bytes: bytes + OVERHEAD_BYTES, cutOff }
      const remove = (answer: typeof added) => {
        if (waiting.delete(answer)) total -= answer.bytes
      }
      waiting.add(added)
      total += added.bytes
      for (const oldest of waiting) {
        if (total <= maxBytes) break
        remove(oldest)
        onCutOff()
        oldest.cutOff()
      }
      return () => remove(added)
    },
  }
}
