/** Says that an answer is loading. */
export function Loading({ text }: { text: string }) {
  return (
    <p class="loading" role="status">
      <span class="spinner" aria-hidden="true" /> {text}
    </p>
  )
}
