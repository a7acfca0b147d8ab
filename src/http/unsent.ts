/** Memory of an unsent response in addition to its bytes: the request and response objects. */
const OVERHEAD_BYTES = 32 * 1024

/** Limits the memory of responses that clients have not read yet; calls `onCutOff` for each response that it cuts off. */
export function createUnsentResponses(maxBytes: number, onCutOff: () => void) {
  // The responses, in the order in which they were added.
  const waiting = new Set<{ bytes: number; cutOff: () => void }>()
  let total = 0
  return {
    /** Counts a response until the returned function is called. Over the bound, the oldest responses are cut off. */
    add(bytes: number, cutOff: () => void): () => void {
      const added = { bytes: bytes + OVERHEAD_BYTES, cutOff }
      const remove = (response: typeof added) => {
        if (waiting.delete(response)) total -= response.bytes
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
