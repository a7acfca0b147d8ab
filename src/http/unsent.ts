/** Memory of an unsent response in addition to its bytes: the request and response objects. */
const OVERHEAD_BYTES = 32 * 1024

/** Written responses that clients have not read yet, bounded over all connections. */
export interface UnsentResponses {
  /** Counts a response until the returned function is called. Over the bound, the oldest responses are cut off. */
  add(bytes: number, cutOff: () => void): () => void
}

/** Counts unsent responses up to `maxBytes`; calls `onCutOff` for each response that is cut off. */
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
