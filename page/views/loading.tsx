/** Says that an answer is awaited. */
export function Loading({ text }: { text: string }) {
  return (
    <p class="loading" role="status">
      <span class="spinner" aria-hidden="true" /> {text}
    </p>
  )
}
