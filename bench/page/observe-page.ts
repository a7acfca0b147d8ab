/**
 * Runs in the page before the page's own scripts, and offers `pageBench` to `evaluate`. A text, because this program is compiled
 * without the types of a browser.
 */
export const OBSERVE_PAGE = `
globalThis.pageBench = (() => {
  const SETTLE_MS = 500
  const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms))
  // The second frame begins when the first one has been painted.
  const painted = () =>
    new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve(performance.now()))))
  const answersOf = (path) =>
    performance.getEntriesByType('resource').filter(({ name }) => new URL(name).pathname === path)
  const observe = (callback) => {
    const observer = new MutationObserver(callback)
    observer.observe(document, { childList: true, subtree: true, characterData: true })
    return observer
  }
  const paintOf = (selector) =>
    new Promise((resolve) => {
      const observer = observe(() => {
        if (!document.querySelector(selector)?.textContent) return
        observer.disconnect()
        resolve(painted())
      })
    })

  const longTasks = []
  new PerformanceObserver((list) => longTasks.push(...list.getEntries())).observe({ type: 'longtask', buffered: true })

  return {
    startPainted: paintOf('h1'),
    cardPainted: paintOf('header.account h2 bdi'),
    /** The end of the answer to the lookup, and the paint of the card. */
    async card() {
      const paintedAt = await this.cardPainted
      await sleep(SETTLE_MS)
      return { answeredAt: answersOf('/api/lookup').at(-1).responseEnd, paintedAt }
    },
    /** Resolves when the last of the given number of batch requests has ended and the table with its accounts is painted. */
    async list(batches) {
      const changes = []
      const observer = observe((records) => {
        if (!records.some(({ target }) => (target.parentElement ?? target).closest('article'))) return
        const change = { at: performance.now() }
        changes.push(change)
        painted().then((at) => (change.paintedAt = at))
      })
      for (;;) {
        await sleep(SETTLE_MS)
        const answers = answersOf('/api/lookup/batch')
        const answeredAt = answers.at(-1)?.responseEnd
        const change = changes.find(({ at, paintedAt }) => at > answeredAt && paintedAt !== undefined)
        if (answers.length < batches || change === undefined) continue
        observer.disconnect()
        return { answeredAt, paintedAt: change.paintedAt }
      }
    },
    /** Pastes lines with one account each; returns how long the main thread was blocked until the table was painted. */
    async paste(lines) {
      const accounts = Array.from({ length: lines }, (_, index) => String(76561198000000000n + BigInt(index)))
      const clipboardData = new DataTransfer()
      clipboardData.setData('text/plain', accounts.join('\\n'))
      await sleep(SETTLE_MS)
      const tablePainted = paintOf('table.accounts')
      const startedAt = performance.now()
      document
        .querySelector('textarea')
        .dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
      const paintedAt = await tablePainted
      await sleep(SETTLE_MS)
      const blocked = longTasks
        .filter(({ startTime }) => startTime > startedAt && startTime < paintedAt)
        .map(({ duration }) => duration)
      return { longestMs: Math.max(0, ...blocked), blockedMs: blocked.reduce((sum, each) => sum + each, 0), paintedMs: paintedAt - startedAt }
    },
  }
})()
`
