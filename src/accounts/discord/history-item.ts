/** A line of the history of an account, besides what Steam has changed. */
export interface HistoryItem {
  /** Unix seconds. */
  at: number
  /** In Markdown, without the time. */
  text: string
}
