import { onAbort } from '../abort.ts'
import type { CallContext, Priority, Usage } from '../call-context.ts'
import type { Clock } from '../clock.ts'
import { TimeLimitError } from '../timeout.ts'

/** The abort reason when the rest of an answer is no longer worth the wait. */
const notNeeded = new Error('the rest of the answer is not worth a longer wait')

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
  #isShortened = false
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

  /** Whether work waits, or has waited, under this context. */
  isInUse(): boolean {
    return this.#controller !== undefined
  }

  /** Whether the time is over, as distinct from an abort of the parent. */
  isOver(): boolean {
    return this.#controller?.signal.aborted === true && !this.#parent.signal.aborted
  }

  /** Makes a context in use abort no later than `ms` from now; only the first call has an effect. */
  shortenTo(ms: number): void {
    const controller = this.#controller
    if (!controller || this.#isShortened) return
    this.#isShortened = true
    this.#cleanUps?.push(this.#clock.setTimer(ms, () => controller.abort(notNeeded)))
  }

  /** Stops the timers, and stops listening to the parent. */
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
