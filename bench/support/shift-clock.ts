// Loaded with --import into a process whose clock is to be wrong: shifts `Date` by a number of milliseconds.
const shiftMs = Number(process.env['BENCH_CLOCK_SHIFT_MS'] ?? 0)
const RealDate = Date

class ShiftedDate extends RealDate {
  constructor(...values: [] | [number | string | Date]) {
    if (values.length === 0) super(RealDate.now() + shiftMs)
    else super(...values)
  }
  static override now(): number {
    return RealDate.now() + shiftMs
  }
}

Object.defineProperty(globalThis, 'Date', { value: ShiftedDate, configurable: true, writable: true })
