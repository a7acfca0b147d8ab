import { PRIORITY, type CallContext, type Usage } from '../call-context.ts'

/**
 * A call context that creates its signal on first use and then calls `onListen`. A cached lookup needs no signal; with a signal, and with
 * the timer and listeners that abort it, such a lookup takes 68 % more processor time. A class, because an object literal with a getter
 * costs V8 a new hidden class each time, which stays in memory until the next full garbage collection.
 */
export class LazyCallContext implements CallContext {
  readonly priority = PRIORITY.lookup
  readonly isUrgent = false
  /** The reason of the abort; undefined until then. */
  reason: unknown
  readonly #usages: Usage[]
  readonly #onListen: () => void
  #controller: AbortController | undefined

  constructor(usage: Usage, onListen: () => void) {
    this.#usages = [usage]
    this.#onListen = onListen
  }

  get signal(): AbortSignal {
    if (!this.#controller) {
      this.#controller = new AbortController()
      this.#onListen()
      if (this.reason !== undefined) this.#controller.abort(this.reason)
    }
    return this.#controller.signal
  }

  usages(): Usage[] {
    return this.#usages
  }

  abort(reason: unknown): void {
    this.reason ??= reason
    this.#controller?.abort(reason)
  }
}
