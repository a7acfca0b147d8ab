import { onAbort } from '../abort.ts'
import type { CallContext, Priority, Usage } from '../call-context.ts'
import type { Clock } from '../clock.ts'
import { TimeLimitError } from '../timeout.ts'

/**
 * A child of a call context, urgent by default, that is also aborted after a number of milliseconds. It creates its signal, and starts its timer, on
 * first use: an answer from the cache needs neither. Call `end` when the work is done.
 */
export class DeadlineContext implements CallContext {
  readonly priority: Priority
  readonly isUrgent: boolean
  readonly freshSince: number
  readonly #parent: CallContext
  readonly #clock: Clock
  readonly #ms: number
  #controller: AbortController | undefined
  #cleanUps: (() => void)[] | undefined

  constructor(parent: CallContext, ms: number, clock: Clock, isUrgent = true) {
    this.isUrgent = isUrgent
    this.priority = parent.priority
    this.freshSince = parent.freshSince ?? 0
    this.#parent = parent
    this.#ms = ms
    this.#clock = clock
  }

  get signal(): AbortSignal {
    return (this.#controller ?? this.#start()).signal
  }

  usages(): Iterable<Usage> {
    return this.#parent.usages()
  }

  /** Whether the time is over, as distinct from an abort of the parent. */
  isOver(): boolean {
    return this.#controller?.signal.aborted === true && !this.#parent.signal.aborted
  }

  /** Stops the timer, and stops listening to the parent. */
  end(): void {
    for (const cleanUp of this.#cleanUps ?? []) cleanUp()
  }

  #start(): AbortController {
    const controller = new AbortController()
    this.#controller = controller
    const abortLate = () => controller.abort(new TimeLimitError(`not within ${this.#ms} ms`))
    this.#cleanUps = [
      this.#clock.setTimer(this.#ms, abortLate),
      onAbort(this.#parent.signal, (reason) => controller.abort(reason)),
    ]
    return controller
  }
}
